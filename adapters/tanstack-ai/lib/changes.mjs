// Waits for a condition that other code brings about, without polling.
export class Changes {
  #waiting = [];

  notify() {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }

  async until(condition) {
    while (!condition()) await new Promise((resolve) => this.#waiting.push(resolve));
  }
}
