// Notes as a Markdown text: by course and file, each with a link to its place. Pure.
import type { Note } from '../../parts/learning/notes/queries.ts'

/** The words of people stay their words, whatever signs they have. */
const plain = (text: string) => text.replace(/[\\`*_[\]<>#|]/g, '\\$&').replace(/^(\s*)([-+]|\d+[.)])(?=\s)/gm, '$1\\$2')
const linesOf = (text: string, before: string) => plain(text).replace(/\r?\n/g, `\n${before}`)

type Words = {
  title: string
  /** The heading of a file that is not open to the reader now. */
  closed: string
  placeOf: (note: Note) => string
  /** The address of a place; undefined where none leads there. */
  addressOf: (note: Note) => string | undefined
  timeOf: (time: string) => string
  /** The last line where there are more notes than these. */
  rest?: string | undefined
}

/** `notes` in any order. */
export function toMarkdown(notes: readonly Note[], { title, closed, placeOf, addressOf, timeOf, rest }: Words): string {
  const lines = [`# ${plain(title)}`]
  const byCourse = [...Map.groupBy(notes, ({ course_id }) => course_id).values()].sort((a, b) =>
    a[0]!.course_name.localeCompare(b[0]!.course_name),
  )
  for (const ofCourse of byCourse) {
    lines.push('', `## ${plain(ofCourse[0]!.course_name)}`)
    for (const ofFile of Map.groupBy(ofCourse, ({ activity_id, target_id }) => `${activity_id} ${target_id}`).values()) {
      const { activity_title, file_name } = ofFile[0]!
      const name = [...new Set([activity_title, file_name])].filter(Boolean).join(' · ')
      lines.push('', `### ${plain(name || closed)}`, '')
      for (const note of ofFile.toSorted((a, b) => Number(b.placed) - Number(a.placed) || a.anchor - b.anchor)) {
        const [place, address] = [plain(placeOf(note)), addressOf(note)]
        lines.push(`- ${address ? `[${place}](${address})` : place} (${timeOf(note.updated_at)})`)
        if (note.quote) lines.push(`  > ${linesOf(note.quote, '  > ')}`)
        if (note.content) lines.push('', `  ${linesOf(note.content, '  ')}`)
        lines.push('')
      }
    }
  }
  if (rest) lines.push('', plain(rest))
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`
}
