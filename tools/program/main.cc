#include "tools/program/program.h"

int main(int argc, char** argv) { return wardrobe::run_program(argc, argv); }
