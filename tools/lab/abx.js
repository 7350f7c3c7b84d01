"use strict";

// Chance of at least `right` right answers out of `total` by guessing.
function pValue(right, total) {
  let term = Math.pow(0.5, total); // C(total, total) / 2^total, then downwards
  let sum = 0;
  for (let k = total; k >= right; k--) {
    sum += term;
    term *= k / (total - k + 1);
  }
  return Math.min(1, sum);
}

function verdict(answers) {
  const right = answers.filter((answer) => answer.right).length;
  if (answers.length === 0) return "No answer yet.";
  const p = pValue(right, answers.length);
  const meaning = p < 0.05 ? "You can tell them apart." : "No better than guessing, so far.";
  return `${right} of ${answers.length} right, p = ${p.toFixed(3)}. ${meaning}`;
}

// The order of trials, which of the two is A, and which one X is: drawn anew for every listener.
function drawn(count, random) {
  const order = Array.from({ length: count }, (_, index) => index);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order.map((trial) => ({ trial, exactIsA: random() < 0.5, xIsA: random() < 0.5 }));
}

function start() {
  const STORE = `kokoro-live-abx-${PAGE}`; // answers to other clips are no answers to these
  const random = () => crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32;
  const kept = JSON.parse(localStorage.getItem(STORE) || "null");
  let session = kept && kept.plan.length === TRIALS.length ? kept : { plan: drawn(TRIALS.length, random), answers: [] };
  let sound = null;

  const byId = (id) => document.getElementById(id);
  const done = () => session.answers.length >= session.plan.length;

  function show() {
    localStorage.setItem(STORE, JSON.stringify(session));
    byId("progress").value = session.answers.length / session.plan.length;
    byId("place").textContent = done() ? "That was the last one. Thank you." : `Trial ${session.answers.length + 1} of ${session.plan.length}`;
    // the score would be a hint while the test is running
    byId("verdict").textContent = done() ? verdict(session.answers) : `${session.answers.length} answers.`;
    document.querySelectorAll("[data-answer], [data-play]").forEach((button) => { button.disabled = done(); });
  }

  function play(which) {
    if (done()) return;
    const { trial, exactIsA, xIsA } = session.plan[session.answers.length];
    const isA = which === "a" || (which === "x" && xIsA);
    if (sound) sound.pause();
    sound = new Audio(isA === exactIsA ? TRIALS[trial].exact : TRIALS[trial].streamed);
    sound.play();
  }

  function answer(which) {
    if (done()) return;
    const { trial, xIsA } = session.plan[session.answers.length];
    session.answers.push({ voice: TRIALS[trial].voice, text: TRIALS[trial].text, right: (which === "a") === xIsA });
    if (sound) sound.pause();
    show();
  }

  document.querySelectorAll("[data-play]").forEach((button) => button.addEventListener("click", () => play(button.dataset.play)));
  document.querySelectorAll("[data-answer]").forEach((button) => button.addEventListener("click", () => answer(button.dataset.answer)));
  document.addEventListener("keydown", ({ key, ctrlKey, metaKey, altKey }) => {
    if (ctrlKey || metaKey || altKey) return;
    if ("abx".includes(key.toLowerCase())) play(key.toLowerCase());
    if (key === "1") answer("a");
    if (key === "2") answer("b");
  });
  byId("again").addEventListener("click", () => {
    session = { plan: drawn(TRIALS.length, random), answers: [] };
    show();
  });
  byId("save").addEventListener("click", () => {
    const result = { verdict: verdict(session.answers), answers: session.answers };
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(result, null, 1)], { type: "application/json" }));
    link.download = "abx.json";
    link.click();
  });
  show();
}

if (typeof document !== "undefined") start();
if (typeof module !== "undefined") module.exports = { pValue, verdict, drawn };
