// A table of questions: a line each, for spreadsheets. Columns by their names in the first line, in any order.
import { csvOf } from '@lyceum/kit/text/csv'
import { plainDecimal } from '@lyceum/kit/text/decimals'
import { csvIn } from '@lyceum/kit/text/csv-field'
import { invalid } from '@lyceum/kit/calls/errors'
import type { AcceptedNumber, KindName, NeutralFileOfQuestions, NeutralQuestion, QuestionFormat, WrittenFile } from '../format.ts'
import {
  choiceOf,
  decimalOf,
  htmlOf,
  keptAsText,
  matchingOf,
  orderingOf,
  pointsOf,
  type Shared,
  textOf,
  titleOf,
  twoNumbersIn,
} from '../parts.ts'

const columns = ['type', 'title', 'question', 'points', 'folder', 'tags', 'right', 'feedback', 'about'] as const
type Column = (typeof columns)[number]
const types: readonly KindName[] = [
  'single',
  'multiple',
  'true_false',
  'short_answer',
  'numerical',
  'matching',
  'ordering',
  'essay',
  'file',
  'stimulus',
]
/** Several answers or tags of one cell. */
const list = (cell: string) =>
  cell
    .split('|')
    .map((one) => one.trim())
    .filter(Boolean)

/** Numbers with their tolerances, in one cell. */
const numbersIn = (cell: string) => list(cell).map((one) => one.split(/\s*(?:±|\+-|\+\/-|:)\s*/))

/** The cells `option 1`, `option 2` …: options, items of an order in the right one, pairs as "left -> right". `right`: letters of options, accepted texts or numbers with |, true or false. `about`: the title of the shared text that it is about. */
function questionOf(cells: Record<Column, string>, options: string[]): NeutralQuestion | undefined {
  const type = (cells.type.toLowerCase().replaceAll(/[\s-]+/g, '_') || (options.length > 0 ? 'single' : 'short_answer')) as KindName
  const stem = htmlOf(cells.question)
  if (stem === '' || !types.includes(type)) return undefined
  const shared: Shared = {
    title: [...(cells.title || titleOf(stem))].slice(0, 200).join(''),
    stem,
    feedback: htmlOf(cells.feedback),
    points: pointsOf(cells.points, 'any'),
    tags: [...new Set(list(cells.tags).map((tag) => [...tag].slice(0, 50).join('')))].slice(0, 20),
    folder: cells.folder
      .split('/')
      .map((one) => one.trim())
      .filter(Boolean)
      .slice(0, 10),
    notes: [],
    ...(type === 'stimulus' ? { ref: cells.title } : { about: cells.about }),
  }
  const two = [cells.points, ...(type === 'numerical' ? numbersIn(cells.right).flat() : [])]
    .map((one) => twoNumbersIn(one, 'any'))
    .find(Boolean)
  if (two) return keptAsText({ ...shared, notes: [two] }, type, htmlOf([...options, cells.right].join('\n')))
  const exact = decimalOf(cells.points, 'any')
  if (exact !== undefined && exact !== shared.points)
    shared.notes.push({ code: 'pointsRounded', params: { typed: cells.points, points: shared.points } })
  switch (type) {
    case 'single':
    case 'multiple': {
      const letters: readonly string[] = cells.right.toUpperCase().match(/[A-Z]/g) ?? []
      const rights = options.map((text, at) =>
        /^[A-Z](\s*[,;|\s]\s*[A-Z])*$/.test(cells.right.toUpperCase().trim())
          ? letters.includes(String.fromCharCode(65 + at))
          : list(cells.right).includes(text),
      )
      const count = rights.filter(Boolean).length
      if (options.length < 2 || count === 0 || (type === 'single' && count > 1)) return undefined
      const question = choiceOf(
        shared,
        options.map((text, at) => ({ html: htmlOf(text), percent: rights[at] ? 100 / count : 0, feedback: '' })),
        { one: type === 'single' },
      )
      return question.type === 'multiple' ? { ...question, key: { right: question.key.right, rule: 'all' } } : question
    }
    case 'true_false':
      return /^(true|false|t|f|1|0)$/i.test(cells.right)
        ? { ...shared, type, content: {}, key: { right: /^(t|true|1)$/i.test(cells.right) } }
        : undefined
    case 'short_answer': {
      const accepted = list(cells.right).map((text) => ({ text: text.slice(0, 500), percent: '100' }))
      return accepted.length > 0 ? { ...shared, type, content: {}, key: { accepted } } : undefined
    }
    case 'numerical': {
      const accepted = numbersIn(cells.right).flatMap(([number = '', within = '0']): AcceptedNumber[] => {
        const [value, tolerance] = [decimalOf(number, 'any'), decimalOf(within, 'any')]
        return value !== undefined && tolerance !== undefined ? [{ value, tolerance, percent: '100' }] : []
      })
      return accepted.length > 0 ? { ...shared, type, content: {}, key: { accepted } } : undefined
    }
    case 'matching': {
      const pairs = options.map((one) => one.split('->')).map(([left = '', right = '']) => ({ left: htmlOf(left), right: htmlOf(right) }))
      return pairs.length > 1 && pairs.every(({ right }) => right !== '') ? matchingOf(shared, pairs) : undefined
    }
    case 'ordering':
      return options.length > 1 ? orderingOf(shared, options.map(htmlOf)) : undefined
    case 'file':
      return { ...shared, type, content: { files_most: 1, file_size_mb: 100 }, key: {} }
    case 'essay':
      return { ...shared, type, content: { format: 'rich' }, key: {} }
    default:
      return { ...shared, type: 'stimulus', content: {}, key: {} }
  }
}

function readCsv(text: string): NeutralFileOfQuestions {
  const [{ cells: head } = { cells: [] }, ...lines] = csvIn('content', text)
  const names = head.map((one) => one.toLowerCase().trim())
  if (!names.includes('question'))
    throw invalid({ content: ['questionImport.noColumn', { column: 'question' }] }, 'questionImport.noColumn')
  const questions: NeutralQuestion[] = []
  const unreadable: NeutralFileOfQuestions['unreadable'] = []
  for (const { line, cells: row } of lines) {
    const cell = (name: string) => row[names.indexOf(name)]?.trim() ?? ''
    const cells = Object.fromEntries(columns.map((name) => [name, cell(name)])) as Record<Column, string>
    const options = names.flatMap((name, nth) => (/^option\b/.test(name) && row[nth]?.trim() ? [row[nth]!.trim()] : []))
    const question = questionOf(cells, options)
    if (question) questions.push(question)
    else
      unreadable.push({
        title: cells.title || cells.question.slice(0, 80),
        line,
        html: htmlOf([cells.question, ...options].join('\n')),
      })
  }
  return { questions, files: new Map(), unreadable }
}

type Line = { right: string; options: string[] }
function lineOf(question: NeutralQuestion): Line | undefined {
  const letter = (at: number) => String.fromCharCode(65 + at)
  switch (question.type) {
    case 'single':
    case 'multiple': {
      const rights: readonly string[] = question.type === 'single' ? [question.key.right] : question.key.right
      const { options } = question.content
      if (options.length > 26) return undefined
      return {
        right: options.flatMap(({ id }, at) => (rights.includes(id) ? [letter(at)] : [])).join(','),
        options: options.map(({ text }) => textOf(text)),
      }
    }
    case 'true_false':
      return { right: String(question.key.right), options: [] }
    case 'short_answer':
      return {
        right: question.key.accepted
          .filter(({ percent }) => Number(percent) === 100)
          .map(({ text }) => text)
          .join('|'),
        options: [],
      }
    case 'numerical':
      if (question.key.accepted.some(({ relative }) => relative)) return undefined
      return {
        right: question.key.accepted
          .filter(({ percent }) => Number(percent) === 100)
          .map(({ value, tolerance }) =>
            Number(tolerance) === 0 ? plainDecimal(value) : `${plainDecimal(value)}±${plainDecimal(tolerance)}`,
          )
          .join('|'),
        options: [],
      }
    case 'matching': {
      const choices = new Map(question.content.choices.map(({ id, text }) => [id, textOf(text)]))
      const used = new Set(Object.values(question.key.pairs))
      const pairs = question.content.items.map(({ id, text }) => `${textOf(text)} -> ${choices.get(question.key.pairs[id]!) ?? ''}`)
      return { right: '', options: [...pairs, ...[...choices].filter(([id]) => !used.has(id)).map(([, text]) => `-> ${text}`)] }
    }
    case 'ordering': {
      const items = new Map(question.content.items.map(({ id, text }) => [id, textOf(text)]))
      return { right: '', options: question.key.order.map((id) => items.get(id) ?? '') }
    }
    case 'essay':
    case 'file':
    case 'stimulus':
      return { right: '', options: [] }
    default:
      return undefined
  }
}

/** Of shared texts, by which the others name them: no two are the same. */
function titlesOf(questions: readonly NeutralQuestion[]): Map<string, string> {
  const titles = new Map<string, string>()
  for (const { ref, title } of questions) {
    if (ref === undefined) continue
    const taken = [...titles.values()]
    let own = title
    for (let nth = 2; taken.includes(own); nth++) own = `${title} (${nth})`
    titles.set(ref, own)
  }
  return titles
}

function writeCsv(questions: NeutralQuestion[]): WrittenFile {
  const left: WrittenFile['left'] = []
  const lines = questions.flatMap((question) => {
    const line = lineOf(question)
    if (!line) left.push(question)
    return line ? [{ question, ...line }] : []
  })
  const most = Math.max(2, ...lines.map(({ options }) => options.length))
  const head = [...columns, ...Array.from({ length: most }, (_, at) => `option ${at + 1}`)]
  const titles = titlesOf(questions)
  const rows = lines.map(({ question, right, options }) => {
    const { type, title, stem, points, folder, tags, feedback, about } = question
    return [
      type,
      titles.get(question.ref ?? '') ?? title,
      textOf(stem),
      plainDecimal(points),
      folder.join('/'),
      tags.join('|'),
      right,
      textOf(feedback),
      titles.get(about ?? '') ?? '',
      ...Array.from({ length: most }, (_, at) => options[at] ?? ''),
    ]
  })
  return { bytes: Buffer.from(csvOf([head, ...rows])), extension: 'csv', mime: 'text/csv; charset=utf-8', left }
}

export const csv: QuestionFormat = {
  name: 'csv',
  sniff({ name, text }) {
    const [head = ''] = text.split('\n')
    if (/^\uFEFF?\s*</.test(head)) return 0
    return /(^|[,;\t"])\s*question\s*($|[,;\t"\r])/i.test(head) ? 0.95 : /\.csv$/i.test(name) ? 0.7 : 0
  },
  read: ({ text }) => readCsv(text),
  write: writeCsv,
}
