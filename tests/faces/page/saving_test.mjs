// What the page saves of a live player, and the user's names.

import assert from "node:assert/strict";
import test from "node:test";
import { app } from "../../../tools/page/script/app.js";
import { LivePlay } from "../../../tools/page/script/live.js";
import { loadNames, nameChore, nameCostume, namesText, ownChoreName, ownName } from "../../../tools/page/script/names_kept.js";

const costume = { archive: { choreName: (chore) => (chore === 2 ? "walk" : null) } };

test("what was chosen for a live player is played again after a step back", () => {
  const calls = [], call = (name) => (...values) => void calls.push([name, ...values.flat()].join(" "));
  const player = { reset: call("reset"), setVariable: call("variable"), setTalking: call("talk"), start: call("chore"),
    step: call("step"), events: () => [{ name: "clip", value: 3 }] };
  const live = new LivePlay({ costume, chore: 107, direction: "W" }, player);
  live.mix(2, 109);
  live.mix(3, 108);
  live.setVariable(5, 6);
  live.goTo(1);
  assert.equal(live.clip, 3);
  calls.length = 0;
  live.setTalking(4);
  live.goTo(1);
  assert.deepEqual(calls, ["reset W", "variable 5 6", "talk 4", "chore 107", "chore 109 2", "chore 108 3", "step"]);
  live.goTo(0);
  assert.equal(live.clip, null);
  live.goTo(2);
  live.mix(1, 2);
  const lines = ["0 variable 5 6", "0 set talking 4", "0 chore 107 W", "0 chore 109 limbs 2", "0 chore 108 limbs 3"];
  assert.deepEqual(live.scriptTo(Infinity).split("\n"), [...lines, "2 walk limbs 1"]);
  assert.deepEqual(live.scriptTo(1).split("\n"), [...lines, "2 end"]);
});

const archive = (hash = 1) => ({ column: () => Uint32Array.of(hash) });

test("names are saved, and loaded into the same game", () => {
  const one = archive(), costume = { archive: one, id: 5, row: 0 };
  nameCostume(costume, "  Bernard ");
  nameChore(costume, 7, "picks up");
  assert.deepEqual([ownName(costume), ownChoreName(costume, 7), ownChoreName(costume, 8)], ["Bernard", "picks up", null]);
  const other = archive(), same = { archive: other, id: 5, row: 3 };
  assert.equal(loadNames(other, namesText(one)), true);
  assert.deepEqual([ownName(same), ownChoreName(same, 7)], ["Bernard", "picks up"]);
  assert.equal(loadNames(archive(2), namesText(one)), false);
  nameChore(costume, 8, "a".repeat(99));
  assert.equal(ownChoreName(costume, 8).length, 80);
  loadNames(other, namesText(one));
  nameChore({ ...same, id: null }, 7, "falls");
  loadNames(other, JSON.stringify({ costumes: {}, chores: { 5: { 9: "climbs" } } }));
  assert.deepEqual(JSON.parse(namesText(other)).chores,
    { 5: { 7: "picks up", 8: "a".repeat(80), 9: "climbs" }, "#3": { 7: "falls" } });
  nameCostume(costume, " ");
  assert.equal(ownName(costume), null);
  assert.throws(() => loadNames(one, "{}"), /no names/);
});

test("names with which a game came go behind the user's own", () => {
  const one = archive(), costume = { archive: one, id: 5, row: 0 };
  globalThis.localStorage = { getItem: () => '{"chores": {"5": {"7": "picks up"}}}' };
  app.games = [{ archive: one, given: { costumes: { 5: "Bernard" }, chores: { 5: { 7: "lifts", 8: "falls" } } } }];
  assert.deepEqual([ownName(costume), ownChoreName(costume, 7), ownChoreName(costume, 8)], ["Bernard", "picks up", "falls"]);
});
