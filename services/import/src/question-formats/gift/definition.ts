// The format GIFT.
import type { QuestionFormat } from '../format.ts'
import { readGift } from './read.ts'
import { writeGift } from './write.ts'

export const gift: QuestionFormat = {
  name: 'gift',
  sniff: ({ name, text }) =>
    /\.gift(\.txt)?$/i.test(name)
      ? 0.9
      : /^\s*(\/\/|::|\$CATEGORY:)/m.test(text) && /\{[^}]*\}/.test(text)
        ? 0.8
        : /\{\s*([=~#]|t(rue)?\b|f(alse)?\b|\})/i.test(text)
          ? 0.6
          : 0,
  read: ({ text }) => readGift(text),
  write: writeGift,
}
