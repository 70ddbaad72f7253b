// Verification codes in typed or pasted texts.
import { asciiNumber } from '@lyceum/kit/text/decimals'

/** Letters and digits of a typed or pasted text ("123 456", "Your code is 7KQ2M4."), upper case, no longer than the code. */
export function codeOf(text: string, length: number, digits: boolean): string {
  const words = asciiNumber(text)
    .toUpperCase()
    .split(/\s+/)
    .map((word) => word.replace(digits ? /\D/g : /[^0-9A-Z]/g, ''))
  return words.findLast((word) => word.length === length) ?? words.join('').slice(0, length)
}
