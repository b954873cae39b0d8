// The program's command maps the paths of Windows, drives and shares, to paths below one root, and back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { pathsOf } from "../../../../tools/library/javascript/node/paths.js";

const windows = pathsOf("win32", "C:\\Users\\me"), posix = pathsOf("linux", "/home/me");
const bytes = (text) => Buffer.from(text).toString("latin1");

test("arguments of Windows name files from the program's root", () => {
  for (const [argument, seen] of [
    ["C:\\games\\MONKEY2", "/C:/games/MONKEY2"],
    ["d:/games/x.wardrobe", "/d:/games/x.wardrobe"],
    ["C:\\", "/C:/"],
    ["C:games", "/C:/Users/me/games"], // relative to that drive's current folder
    ["\\games\\x", "/C:/games/x"],
    ["/games/x", "/C:/games/x"],
    ["\\\\server\\share\\x", "/server/share/x"],
    ["games\\MONKEY2", "games/MONKEY2"],
    ["..\\Größe\\日本", "../Größe/日本"],
    ["--script=C:\\hero.txt", "--script=/C:/hero.txt"],
    ["--script=art\\hero.txt", "--script=art/hero.txt"],
    ["-oC:\\hero.gif", "-o/C:/hero.gif"],
    ["-oart\\hero.gif", "-oart/hero.gif"],
  ]) assert.equal(windows.argument(argument), seen, argument);
});

test("arguments that name no file stay", () => {
  for (const argument of ["pack", "--costume", "1", "#0", "--at=-3,60", "-q", "--force", "walk-%d.png", "", "-", "W"]) {
    assert.equal(windows.argument(argument), argument);
  }
});

test("the system's names of what the program sees", () => {
  for (const [seen, name] of [
    ["/C:/Users/me/x", "C:\\Users\\me\\x"],
    ["/C:/Users/me/../you/./x", "C:\\Users\\me\\..\\you\\x"],
    ["/d:", "d:\\"],
    ["/d:/", "d:\\"],
    ["/server/share/games/x", "\\\\server\\share\\games\\x"],
    ["/C:/Größe/日本", "C:\\Größe\\日本"],
    ["/", "C:\\"],
  ]) assert.equal(windows.toSystem(bytes(seen)), name, seen);
});

test("there and back", () => {
  for (const path of ["C:\\Users\\me", "\\\\server\\share\\games\\x", "D:\\a b\\ü.wardrobe"]) {
    assert.equal(windows.toSystem(bytes(windows.fromRoot(path))), path);
    assert.equal(windows.toSystem(bytes(windows.argument(path))), path);
  }
  assert.equal(windows.fromRoot("C:\\Users\\me"), "/C:/Users/me");
});

test("elsewhere paths stay as they are, byte by byte", () => {
  for (const argument of ["C:\\games", "/games/x", "a\\b"]) assert.equal(posix.argument(argument), argument);
  assert.equal(posix.fromRoot("/home/me"), "/home/me");
  assert.deepEqual(posix.toSystem("/\xff\xfe/x"), Buffer.from([0x2f, 0xff, 0xfe, 0x2f, 0x78]));
});
