#include "tools/sample/script.h"

#include <array>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "formats/bytes.h"
#include "formats/versions.h"
#include "tools/sample/art.h"

namespace wardrobe::sample {
namespace {

/// How scripts are written (SCUMM.md "Scripts").
enum class Family : uint8_t {
  bytes,    ///< versions 1 and 2: operands stand in the code; variables have numbers of 8 bits
  words,    ///< versions 3 to 5: likewise, of 16 bits
  stack,    ///< versions 6 and 7 and Humongous: values are pushed, in 16 bits
  stack32,  ///< version 8: in 32 bits
};

Family family_of(Version version) {
  const int number = facts(version).number();
  if (number <= 2) return Family::bytes;
  if (number <= 5) return Family::words;
  return version == Version::v8 ? Family::stack32 : Family::stack;
}

/// What an actor can be told, and its command; 0: none. A name has no values, but a text.
struct Attribute {
  std::string_view word;
  size_t values;
  uint8_t v1, v3, v5, v6, v8;
};
constexpr std::array kAttributes = {
    Attribute{"costume", 1, 4, 1, 1, 76, 100},   Attribute{"name", 0, 3, 15, 13, 88, 113},
    Attribute{"palette", 2, 2, 13, 11, 86, 111}, Attribute{"talk_color", 1, 5, 14, 12, 87, 112},
    Attribute{"init", 1, 0, 16, 14, 89, 104},    Attribute{"walk", 1, 0, 6, 4, 79, 106},
    Attribute{"stand", 1, 0, 8, 6, 81, 107},     Attribute{"talk", 2, 0, 7, 5, 80, 105},
    Attribute{"scale", 1, 0, 19, 17, 92, 115},   Attribute{"plane", 1, 0, 0, 19, 94, 117},
};

struct Value {
  int number = 0;
  bool is_variable = false;
  bool is_local = false;
};

/// Reads a number, %5 for a variable, or $0 for a variable of the script.
Value next_value(std::istream& line) {
  const auto word = next<std::string>(line);
  const char sign = word[0];
  const bool is_variable = sign == '$' || sign == '%';
  return {std::stoi(word.substr(is_variable ? 1 : 0)), is_variable, sign == '$'};
}

std::vector<Value> values_to_end(std::istream& line) {
  std::vector<Value> values;
  while (!done(line)) values.push_back(next_value(line));
  return values;
}

/// Reads a text: _ is a blank, and \82 the byte 0x82.
std::string next_text(std::istream& line) {
  const auto word = next<std::string>(line);
  std::string text;
  for (size_t i = 0; i < word.size(); ++i) {
    if (word[i] == '\\') {
      text += static_cast<char>(std::stoi(word.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      text += word[i] == '_' ? ' ' : word[i];
    }
  }
  return text;
}

/// Encodes scripts, statement by statement.
class Encoder {
 public:
  Encoder(Version version, std::vector<ScriptDraft>& scripts)
      : version_(version), family_(family_of(version)), scripts_(scripts) {}

  bool read(const std::string& what, std::istream& line) {
    if (what == "script") {
      start_script(line);
      return true;
    }
    if (scripts_.empty()) return false;
    ByteWriter writer(scripts_.back().code);
    writer_ = &writer;
    scripts_.back().code.pop_back();  // the end
    const bool known = read_statement(what, line);
    writer.u8(stop());
    writer_ = nullptr;
    return known;
  }

 private:
  bool is_stack() const { return family_ >= Family::stack; }
  bool is_v8() const { return family_ == Family::stack32; }
  uint8_t stop() const { return is_v8() ? 0x7B : is_stack() ? 0x65 : 0; }

  void start_script(std::istream& line) {
    constexpr std::array<std::string_view, 5> kKinds = {"global", "entry", "exit", "local",
                                                        "object"};
    const auto word = next<std::string>(line);
    ScriptDraft script;
    size_t kind = 0;
    while (kKinds.at(kind) != word) ++kind;
    script.kind = static_cast<ScriptKind>(kind);
    for (const Value& value : values_to_end(line)) {
      script.numbers.push_back(static_cast<uint16_t>(script_number(value.number)));
    }
    script.code = {stop()};
    scripts_.push_back(std::move(script));
  }

  /// Local scripts count from 200, or from 2000 in versions 7 and 8.
  int script_number(int number) const {
    const bool late = version_ == Version::v7 || is_v8();
    return late && number >= 200 && number < 255 ? number + 1800 : number;
  }

  bool read_statement(const std::string& what, std::istream& line) {
    if (what == "actor") {
      write_actor(next_value(line), line);
    } else if (what == "ego" || what == "set" || what == "add") {
      write_assignment(what, line);
    } else if (what == "put") {
      write_put(line);
    } else if (what == "animate") {
      const Value actor = next_value(line);
      Value chore = next_value(line);
      if (family_ == Family::bytes && !chore.is_variable) chore.number *= 4;
      write_call(0x11, 0x82, 0xA4, {actor, chore});
    } else if (what == "start" || what == "quick") {
      write_start(line, what == "quick");
    } else if (what == "say") {
      write_say(line);
    } else if (what == "palette") {
      const Value number = next_value(line);
      if (!is_stack()) return true;
      push(number);
      code(is_v8() ? 0xAB : 0x9C);
      code(is_v8() ? 92 : 213);
    } else if (what == "state") {
      const Value object = next_value(line);
      write_state(object, next_value(line));
    } else if (what == "switch") {
      switch_ = next_value(line);
      if (is_stack()) push(switch_);
    } else if (what == "case") {
      end_case();
      start_case(next_value(line));
    } else if (what == "end") {
      end_switch();
    } else {
      return false;
    }
    return true;
  }

  void code(unsigned byte) { writer_->u8(byte); }

  void write_variable(const Value& value) {
    const auto number = static_cast<unsigned>(value.number);
    switch (family_) {
      case Family::bytes:
        return writer_->u8(value.is_local ? number + 50 : number);
      case Family::words:
      case Family::stack:
        return writer_->u16(value.is_local ? number | 0x4000 : number);
      case Family::stack32:
        return writer_->u32(value.is_local ? number | 0x40000000 : number);
    }
  }

  void write_operand(const Value& value, bool is_word) {
    if (value.is_variable) return write_variable(value);
    is_word ? writer_->i16(value.number) : writer_->u8(static_cast<uint8_t>(value.number));
  }

  /// Writes a command whose operands follow it; its highest bits say which are variables. All but
  /// the first `bytes` operands have 16 bits.
  void write_operands(unsigned command, const std::vector<Value>& operands, size_t bytes) {
    unsigned bit = 0x80;
    for (const Value& value : operands) {
      if (value.is_variable) command |= bit;
      bit >>= 1;
    }
    code(command);
    for (size_t i = 0; i < operands.size(); ++i) write_operand(operands[i], i >= bytes);
  }

  void push(const Value& value) {
    if (value.is_variable) {
      code(is_v8() ? 2 : 3);
      return write_variable(value);
    }
    code(1);
    is_v8() ? writer_->u32(static_cast<uint32_t>(value.number)) : writer_->i16(value.number);
  }

  void push_all(const std::vector<Value>& values) {
    for (const Value& value : values) push(value);
  }

  /// Writes a command of 8-bit operands, or of as many values.
  void write_call(unsigned old, unsigned v6, unsigned v8, const std::vector<Value>& values) {
    if (!is_stack()) return write_operands(old, values, values.size());
    push_all(values);
    code(is_v8() ? v8 : v6);
  }

  unsigned command_of(const Attribute& attribute) const {
    switch (family_) {
      case Family::bytes:
        return attribute.v1;
      case Family::words:
        return facts(version_).number() == 5 ? attribute.v5 : attribute.v3;
      case Family::stack:
        return attribute.v6;
      case Family::stack32:
        return attribute.v8;
    }
    return 0;
  }

  void write_actor(const Value& actor, std::istream& line) {
    if (family_ == Family::words) write_operands(0x13, {actor}, 1);
    if (is_stack()) {
      push(actor);
      code(is_v8() ? 0xAC : 0x9D);
      code(is_v8() ? 122 : 197);
    }
    while (!done(line)) {
      const auto word = next<std::string>(line);
      size_t row = 0;
      while (kAttributes.at(row).word != word) ++row;
      const Attribute& attribute = kAttributes[row];
      std::string text;
      std::vector<Value> values;
      if (attribute.values == 0) text = next_text(line) + '\0';
      while (values.size() < attribute.values) values.push_back(next_value(line));
      if (command_of(attribute) != 0) write_attribute(actor, attribute, values, text);
    }
    if (family_ == Family::words) code(0xFF);
  }

  void write_attribute(const Value& actor, const Attribute& attribute, std::vector<Value> values,
                       const std::string& text) {
    const unsigned command = command_of(attribute);
    const bool is_palette = attribute.word == "palette";
    if (is_palette && facts(version_).style == BlockStyle::nameless) {
      values[1].number %= 16;
    }
    if (is_stack()) {
      push_all(values);
      code(is_v8() ? 0xAC : 0x9D);
      code(command);
    } else if (family_ == Family::words) {
      if (attribute.word == "scale" && version_ == Version::v5) values.push_back(values[0]);
      write_operands(command, values, values.size());
    } else {
      write_operands(0x13, {actor, values.empty() ? Value{} : values.back()}, 2);
      code(command);
      if (is_palette && version_ == Version::v2) code(static_cast<unsigned>(values[0].number));
    }
    writer_->text(text);
  }

  void write_assignment(const std::string& what, std::istream& line) {
    // The variable of the player's actor, in versions 1 to 8
    constexpr std::array kEgo = {0, 0, 1, 1, 1, 1, 111, 126};
    const size_t number =
        is_humongous(version_) ? 6 : static_cast<size_t>(facts(version_).number());
    const Value variable = what == "ego" ? Value{kEgo.at(number - 1), true} : next_value(line);
    const Value value = next_value(line);
    if (is_stack()) {
      if (what == "add") push(variable);
      push(value);
      if (what == "add") code(is_v8() ? 0x0E : 0x14);
      code(is_v8() ? 0x6D : 0x43);
      write_variable(variable);
      return;
    }
    code((what == "add" ? 0x5Au : 0x1Au) | (value.is_variable ? 0x80u : 0u));
    write_variable(variable);
    write_operand(value, true);
  }

  void write_put(std::istream& line) {
    const Value actor = next_value(line);
    Value x = next_value(line);
    Value y = next_value(line);
    const Value room = next_value(line);
    if (is_stack()) return write_call(0, 0x7F, 0xA1, {actor, x, y, room});
    write_operands(0x2D, {actor, room}, 2);
    if (family_ == Family::bytes) {
      x.number /= 8;
      y.number /= 2;
    }
    write_operands(0x01, {actor, x, y}, family_ == Family::bytes ? 3 : 1);
  }

  /// Sets the state of an object. Versions 1 and 2 only know whether it is shown.
  void write_state(const Value& object, const Value& state) {
    if (family_ == Family::bytes)
      return write_operands(state.number != 0 ? 0x07 : 0x47, {object}, 0);
    if (family_ == Family::words) {
      code(7);
      write_operand(object, true);
      return write_operand(state, false);
    }
    write_call(0, 0x70, 0x8A, {object, state});
  }

  /// Starts a script with values for its first variables, which version 1 and 2 do not have.
  void write_start(std::istream& line, bool quick) {
    Value script = next_value(line);
    script.number = script_number(script.number);
    const std::vector<Value> arguments = values_to_end(line);
    if (family_ == Family::bytes) return write_operands(0x42, {script}, 1);
    if (family_ == Family::words) {
      write_operands(0x0A, {script}, 1);
      for (const Value& value : arguments) write_operands(1, {value}, 0);
      return code(0xFF);
    }
    if (!quick) push({});  // flags
    push(script);
    push_all(arguments);
    push({static_cast<int>(arguments.size())});
    code(quick ? (is_v8() ? 0x7Au : 0x5Fu) : (is_v8() ? 0x79u : 0x5Eu));
  }

  /// Lets an actor say a text. From version 3 on, the number of its speech precedes it, as in games
  /// with speech.
  void write_say(std::istream& line) {
    const Value actor = next_value(line);
    const std::string text = next_text(line);
    write_call(0x14, 0xBA, 0x91, {actor});
    if (family_ == Family::words) code(15);
    if (family_ != Family::bytes) {
      code(0xFF);
      code(10);
      writer_->zeros(is_v8() ? 4 : 2);
    }
    writer_->text(text);
    code(0);
  }

  /// Writes a jump to a place that land() states; returns where its distance stands.
  size_t write_jump(unsigned command) {
    code(command);
    const size_t at = writer_->position();
    writer_->zeros(is_v8() ? 4 : 2);
    return at;
  }

  void land(size_t jump) {
    const size_t distance = writer_->position() - jump - (is_v8() ? 4 : 2);
    is_v8() ? writer_->patch_u32(jump, static_cast<uint32_t>(distance))
            : writer_->patch_u16(jump, static_cast<unsigned>(distance));
  }

  void start_case(const Value& value) {
    if (!is_stack()) {
      code(0x48);
      write_variable(switch_);
      writer_->i16(value.number);
      next_case_ = writer_->position();
      writer_->zeros(2);
      return;
    }
    code(is_v8() ? 5 : 0x0C);
    push(value);
    code(is_v8() ? 0x08 : 0x0E);
    next_case_ = write_jump(is_v8() ? 0x65 : 0x5D);
    code(is_v8() ? 0x06 : 0x1A);
  }

  void end_case() {
    if (next_case_ == 0) return;
    ends_.push_back(write_jump(is_v8() ? 0x66 : is_stack() ? 0x73 : 0x18));
    land(std::exchange(next_case_, 0));
  }

  void end_switch() {
    end_case();
    if (is_stack()) code(is_v8() ? 0x06 : 0x1A);
    for (const size_t end : std::exchange(ends_, {})) land(end);
  }

  Version version_;
  Family family_;
  std::vector<ScriptDraft>& scripts_;
  ByteWriter* writer_ = nullptr;  ///< of the script that is being read
  Value switch_;
  size_t next_case_ = 0;      ///< where the distance to the next case stands; 0: in no case
  std::vector<size_t> ends_;  ///< the same of the jumps to the end of the switch
};

}  // namespace

ReadScriptLine script_reader(Version version, std::vector<ScriptDraft>& scripts) {
  return
      [encoder = Encoder(version, scripts)](const std::string& what, std::istream& line) mutable {
        return encoder.read(what, line);
      };
}

}  // namespace wardrobe::sample
