// The format QTI, 1.2, 2 and 3: files and packages of items.
import type { QuestionFormat } from '../format.ts'
import { isZip } from './package.ts'
import { readQti } from './read.ts'
import { writeQti } from './write.ts'

export const qti: QuestionFormat = {
  name: 'qti',
  sniff: ({ bytes, text }) =>
    isZip(bytes) ? 0.9 : /<(\w+:)?(assessmentItem|qti-assessment-item|questestinterop)[\s>]/.test(text.slice(0, 5000)) ? 1 : 0,
  read: readQti,
  write: writeQti,
}
