// The format Moodle XML.
import type { QuestionFormat } from '../format.ts'
import { readMoodleXml } from './read.ts'
import { writeMoodleXml } from './write.ts'

export const moodleXml: QuestionFormat = {
  name: 'moodle_xml',
  sniff({ text }) {
    const head = text.slice(0, 5000)
    return /^\uFEFF?\s*</.test(head) && /<quiz[\s/>]/.test(head) ? 1 : 0
  },
  read: ({ text }) => readMoodleXml(text),
  write: writeMoodleXml,
}
