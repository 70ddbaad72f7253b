// Files with right values, by their names: each is read by the call of its kind. A file that has none is read, and its outcome printed.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join, relative } from 'node:path'
import { decodeText } from '@lyceum/kit/text/csv'
import { CallFailed } from '@lyceum/kit/calls/client'
import { send, settled } from '../flows/send.ts'
import { film } from '../media.ts'
import type { Report } from '../attack/report.ts'
import type { World } from './world.ts'

/** A short text of the outcome, compared with the right one. */
type Read = (world: World, name: string, bytes: Buffer<ArrayBuffer>) => Promise<string>

/** The code of a refusal with the line that it names. */
async function orRefusal(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    const [first] = Object.values(error.problem.details ?? {}).flat() as { code: string; params?: { line?: number } }[]
    return first ? `${first.code} ${first.params?.line ?? ''}`.trim() : error.problem.code
  }
}

const questions: Read = async ({ teacher }, name, bytes) => {
  const { items, encoding } = await teacher.call('POST /api/question-imports/preview', {
    body: { name, content: bytes.toString('base64') },
  })
  return [
    ...(encoding === 'utf-8' ? [] : [encoding]),
    ...items.map(({ type, excerpt, code }) => `${type}: ${excerpt}${code ? ` (${code})` : ''}`),
  ].join(' | ')
}

const gradebook: Read = async ({ teacher, course }, _, bytes) => {
  const params = { id: course }
  const csv = decodeText(bytes)
  const [head = ''] = csv.replace(/^sep=.\r?\n/, '').split(/\r?\n/)
  const { items } = await teacher.call('GET /api/courses/:id/gradebook', { params })
  for (const title of head.split(/[,;\t]/).slice(1))
    if (!items.some((one) => one.title === title))
      await teacher.call('POST /api/courses/:id/score-items', { params, body: { title, points: '10000' } as never })
  const preview = await teacher.call('POST /api/courses/:id/scores/import/preview', { params, body: { csv } })
  const errors = preview.errors.map(({ line, code, params }) => `${line} ${code} ${Object.values(params).join(' or ')}`.trim())
  return [...errors, ...preview.changes.map(({ person, title, after }) => `${person.user_no} ${title} ${after}`)].join(' | ')
}

const timetable: Read = async ({ admin }, _, bytes) => {
  const { rows } = await admin.call('POST /api/calendar-timetables/import/preview', { body: { csv: decodeText(bytes) } })
  return `${rows.length} rows`
}

const calendar: Read = async ({ teacher }, _, bytes) => {
  const { events, bad } = await teacher.call('POST /api/calendar-imports/preview', {
    body: { ics: decodeText(bytes), time_zone: 'Asia/Bangkok' },
  })
  const times = events.map(({ start_time, end_time }) => `${start_time.slice(0, 16)}Z${start_time === end_time ? ' moment' : ''}`)
  return [...times, ...(bad.length > 0 ? [`${bad.length} named`] : [])].join(' | ')
}

let filmed: Promise<string> | undefined
const captions: Read = async ({ teacher, bytesAt }, _, bytes) => {
  filmed ??= film(1, '160x90').then(async (made) => (await send(teacher, 'waves.mp4', made)).id)
  const params = { id: await filmed, language: 'en' }
  await teacher.call('PUT /api/uploads/:id/captions/:language', { params, body: { text: decodeText(bytes) } as never })
  const { captions } = await teacher.call('GET /api/uploads/:id/view', { params: { id: params.id }, query: {} })
  const answer = await fetch(new URL(captions[0]?.url ?? '', bytesAt))
  return (await answer.text())
    .split('\n')
    .filter((line) => line !== '' && !/^WEBVTT|-->|^\d+$/.test(line))
    .join(' | ')
}

const media: Read = async ({ teacher }, name, bytes) => {
  const { upload } = await settled(teacher, (await send(teacher, name, bytes)).id)
  return `${upload.type} ${upload.status}${upload.duration ? ` ${Math.round(upload.duration)} s` : ''}`
}

const kinds: [pattern: RegExp, read: Read][] = [
  [/^gradebook.*\.csv$/, gradebook],
  [/^timetable.*\.csv$/, timetable],
  [/\.(gift|xml|txt)$|^q.*\.csv$/, questions],
  [/\.(srt|vtt)$/, captions],
  [/\.ics$/, calendar],
  [/\.(mp4|ts|mts|heic|avif|jpg|png|mp3)$/i, media],
]

/** ½ and 10³ are neither 12 nor 103. */
const formulas = /^(?!.*\bIs 12 less\b)(?!.*\b103 = 1000).*\\frac\{1\}\{2\}/s

export const rightValues: Record<string, string | RegExp> = {
  'q-big5.csv': /^big5 \| .*臺灣最高的山/,
  'q-german.csv': /^windows-1252 \| single: Wie heißt die größte Stadt Österreichs\?/,
  'q-thai.csv': /^windows-874 \| .*[\u0e01-\u0e5b]/,
  'gradebook-unclosed-quote.csv': 'field.openQuote 3',
  'timetable-unclosed-quote.csv': 'field.openQuote 2',
  'gradebook-sep-line.csv': /261001 \S+ 80( \||$)/,
  'gradebook-thousands.csv': '2 field.twoNumbers 1.5 or 1500',
  'braces.gift': /\\frac\{1\}\{2\}.* \| .*x\^\{2\}=4.* \| essay: .*keptUnread/,
  'range.gift': /^numerical/,
  'mathml.xml': formulas,
  'q-mathml.xml': formulas,
  'blank-after-number.srt': 'Salt | Water',
  'less-than.srt': /^if x (<|&lt;)y and z(>|&gt;) 3 then$/,
  'windows-zone-without-vtimezone.ics': '2026-12-07T08:00Z',
  'line-without-colon.ics': /^\S+Z \| 1 named$/,
  'bad-line-in-one-event.ics': /^\S+Z \| \S+Z \| 1 named$/,
  'no-dtend.ics': /^\S+Z moment$/,
  'IMG_0001.HEIC': /ready/,
  'slides-then-still.mp4': /ready 40 s$/,
  'late.ts': /^video ready/,
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !['README.md', 'answers.csv'].includes(basename(path)))
    .toSorted()

/** `quick`: without films and what belongs to them. */
export async function files(world: World, folder: string, report: Report, { quick = false } = {}): Promise<void> {
  for (const path of filesIn(folder)) {
    const name = basename(path)
    const read = kinds.find(([pattern]) => pattern.test(name))?.[1]
    if (!read || (quick && (read === media || read === captions))) continue
    const came = await orRefusal(() => read(world, name, readFileSync(path)))
    const right = rightValues[name]
    const repeat = `LYCEUM_CASES=${folder} npm run values -- files`
    if (right === undefined) report.note(`${relative(folder, path)}: ${came.slice(0, 500)}`)
    else
      report.check(
        typeof right === 'string' ? came === right : right.test(came),
        `${name} (${extname(name)}): ${came}, and not ${right}`,
        repeat,
      )
  }
}
