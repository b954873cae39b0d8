#include <wardrobe.h>

int main(void) { return wardrobe_version() / 10000 == WARDROBE_VERSION_MAJOR ? 0 : 1; }
