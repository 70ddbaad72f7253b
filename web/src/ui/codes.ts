import { westernDigits } from './numbers.ts'

/** Letters and digits of what was typed or pasted ("123 456", "Your code is 7KQ2M4."), upper case, no longer than the code. */
export function codeOf(text: string, length: number, digits: boolean): string {
  const plain = westernDigits(text).toUpperCase()
  const runs = plain.match(digits ? /\d+/g : /[0-9A-Z]+/g) ?? []
  return runs.findLast((run) => run.length === length) ?? runs.join('').slice(0, length)
}
