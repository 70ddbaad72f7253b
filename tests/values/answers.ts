// Answers and the points that they earn: the lines of a table (type, key, settings, answer, earned of 1, why) are the questions of one exam.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCsv } from '@lyceum/kit/text/csv'
import type { Report } from '../attack/report.ts'
import { type Answered, examine, type World } from './world.ts'

type Line = { type: string; key: string; settings: string; answer: string; earned: string; why: string }
const commaLanguages = /page in (Indonesian|German|French|Spanish|Polish|Russian)/

function numerical({ key, settings, answer }: Line): Answered {
  const unit = /\bunit (\S+)/.exec(settings)?.[1]
  const tolerance = /tolerance ([\d.]+)/.exec(settings)?.[1] ?? '0'
  return {
    question: { type: 'numerical', content: unit ? { unit } : {}, key: { accepted: [{ value: key, tolerance, percent: '100' }] } },
    answer: { text: answer, decimal: commaLanguages.test(settings) ? ',' : '.' },
  }
}

function shortAnswer({ key, settings, answer }: Line): Answered {
  const listed = [...settings.matchAll(/(\S+) (\d+) %/g)].map(([, text = '', percent = '100']) => ({ text, percent }))
  const accepted = listed.length > 0 ? listed : [{ text: key, percent: '100' }]
  return { question: { type: 'short_answer', content: {}, key: { accepted } }, answer: { text: answer } }
}

const named = (list: string) =>
  list
    .replace(/^\w+ /, '')
    .split(/,\s*/)
    .map((text, n) => ({ id: `part0${n}`, text }))

function answered(line: Line): Answered | undefined {
  if (line.type === 'numerical') return numerical(line)
  if (line.type === 'short_answer') return shortAnswer(line)
  const parts = named(line.key)
  if (line.type === 'single')
    return { question: { type: 'single', content: { options: parts }, key: { right: 'part00' } }, answer: { choice: 'part00' } }
  if (line.type === 'matching') {
    const choices = ['solid', 'gas'].map((text, n) => ({ id: `choice${n}`, text }))
    const pairs = { part00: 'choice0', part01: 'choice1' }
    return { question: { type: 'matching', content: { items: parts, choices }, key: { pairs, rule: 'each' } }, answer: { pairs } }
  }
  return undefined
}

/** "six questions of 1 point, earned 1/3 1/3 1/3 1 1 0": each of three options, of which so many are chosen. */
async function sums(world: World, line: Line): Promise<{ came: string; right: string }> {
  const shares = line.key.includes('each 1/3') ? ['1/3', '1/3', '1/3'] : (/earned ([\d/ ]+)/.exec(line.key)?.[1]?.trim().split(' ') ?? [])
  const options = [0, 1, 2].map((n) => ({ id: `part0${n}`, text: `${n}` }))
  const ids = options.map(({ id }) => id)
  const { points } = await examine(
    world,
    shares.map((share) => ({
      question: { type: 'multiple', content: { options }, key: { right: ids, rule: 'each' } },
      answer: share === '0' ? null : { choices: ids.slice(0, share === '1' ? 3 : Number(share.split('/')[0])) },
    })),
  )
  return { came: points ?? '', right: /^(\d+) of/.exec(line.earned)?.[1] ?? '' }
}

export async function answers(world: World, folder: string, report: Report): Promise<void> {
  const path = join(folder, 'answers.csv')
  const lines = parseCsv(readFileSync(path, 'utf8'))
    .slice(1)
    .map(([type = '', key = '', settings = '', answer = '', earned = '', why = '']): Line => ({ type, key, settings, answer, earned, why }))
  const repeat = `LYCEUM_CASES=${folder} npm run values -- answers`
  const single = lines.flatMap((line) => {
    const question = answered(line)
    return question ? [{ line, question }] : []
  })
  // side by side: exams that are handed in are marked every few seconds
  const [{ of }, ...summed] = await Promise.all([
    examine(
      world,
      single.map(({ question }) => question),
    ),
    ...lines.filter(({ type }) => type === 'exam').map(async (line) => ({ line, ...(await sums(world, line)) })),
  ])
  for (const [n, { line }] of single.entries()) {
    // a line without points is one that may be answered at all
    const right = line.earned === '' ? '1' : line.earned
    const what = `${line.type} ${line.key} (${line.settings}): "${line.answer}"`
    report.check(of[n] === right, `${what} earns ${of[n]}, and not ${right} ${line.why}`, repeat)
  }
  for (const { line, came, right } of summed) report.check(came === right, `${line.key}: ${came} points, and not ${right}`, repeat)
}
