// Texts of a file as the bank has texts: formulas of other systems, and the nearest of what the bank does not have.
import type { NeutralFileOfQuestions, NeutralQuestion } from './format.ts'
import { convertedText, withTexts } from './parts.ts'

/** Elements that went, as a note names them: "svg, input (2)". */
const listed = (lost: Record<string, number>): string =>
  Object.entries(lost)
    .map(([name, count]) => (count > 1 ? `${name} (${count})` : name))
    .join(', ')

function converted(question: NeutralQuestion): NeutralQuestion {
  const all: Record<string, number> = {}
  const result = withTexts(question, (text) => {
    const { html, lost } = convertedText(text)
    for (const [name, count] of Object.entries(lost)) all[name] = (all[name] ?? 0) + count
    return html
  })
  // what could not be read has its own line, and its markup is that of the file
  const isRead = !result.notes.some(({ code }) => code === 'keptUnread')
  if (!isRead || Object.keys(all).length === 0) return result
  return { ...result, notes: [...result.notes, { code: 'elementLeftOut', params: { elements: listed(all) } }] }
}

export const withConvertedTexts = (file: NeutralFileOfQuestions): NeutralFileOfQuestions => ({
  ...file,
  questions: file.questions.map(converted),
})
