// A question with a button for each answer.

import { byId, element } from "../dom.js";

/** Asks the user. Returns the value of the answer, or "" if there is none. `answers` are {value, text, more}. */
export async function ask(question, answers) {
  const dialog = byId("drop-choice");
  byId("drop-title").textContent = question;
  dialog.querySelector("form").replaceChildren(...answers.map(({ value, text, more }, i) =>
    element("button", { value, className: i === 0 && answers.length < 3 ? "main" : "" }, text,
      more ? element("small", {}, more) : null)), element("button", { value: "" }, "Cancel"));
  dialog.classList.toggle("long", answers.length > 2 || answers.some(({ more }) => more));
  dialog.returnValue = "";
  dialog.showModal();
  await new Promise((closed) => dialog.addEventListener("close", closed, { once: true }));
  return dialog.returnValue;
}
