// Losses of a written file: questions whose points a format counts by another rule than the question's own.
import type { FormatName, NeutralQuestion } from './format.ts'

/** Accents count where a file says nothing, and no format has a word for the contrary. */
const losesAccents = ({ accent_sensitive }: { accent_sensitive?: boolean }) => accent_sensitive === false

/** Whether an answer may earn other points once the file is read again. */
export function losesRule(format: FormatName, question: NeutralQuestion): boolean {
  const isMoodle = format === 'gift' || format === 'moodle_xml'
  switch (question.type) {
    case 'single':
      return format === 'csv' && Object.keys(question.key.percents ?? {}).length > 0
    case 'multiple': {
      const { rule } = question.key
      if (isMoodle) return rule === 'all' || rule === 'each' || question.content.most !== undefined
      return format === 'csv' ? rule !== 'all' : rule === 'each'
    }
    case 'short_answer': {
      const { case_sensitive: byCase = false, accepted } = question.key
      if (losesAccents(question.key)) return true
      return (
        (byCase && (format === 'gift' || format === 'csv')) || (format === 'csv' && accepted.some(({ percent }) => Number(percent) !== 100))
      )
    }
    case 'numerical':
      return (
        (format === 'gift' && question.content.unit !== undefined) ||
        (format === 'csv' && question.key.accepted.some(({ percent }) => Number(percent) !== 100))
      )
    case 'matching':
      return format !== 'qti' && question.key.rule === 'all'
    case 'ordering':
      return format === 'qti' ? question.key.rule !== 'all' : format === 'csv' && question.key.rule !== 'place'
    case 'blanks':
      return Object.values(question.key.blanks).some((key) => key.texts !== undefined && losesAccents(key))
    default:
      return false
  }
}
