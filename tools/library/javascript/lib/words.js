// Words. Written by schema_test.cc.

export const EVENTS = ["counter", "sound", "stuck", "script", "anim", "talkie", "hide", "clip", "offset", "picture"];
export const FLAGS = { TRUNCATED: 1, DYNAMIC: 2, STUCK: 4, MISSING_PICTURE: 8, LOST: 16 };
/** Of windows.mode. */
export const MODES = ["empty", "off", "loop", "once", "stop", "unstop", "program", "frozen", "unseen"];
/** Of entries.state. */
export const STATES = ["empty", "picture", "zero-size", "missing"];
