// Blocks of the report of a class as a PDF: what its page has, in the six languages, with times by the clock of the organisation.
import type { contracts as activityContracts } from '@lyceum/activity/contracts'
import type { Reply } from '@lyceum/kit/calls/contract'
import { localOf } from '@lyceum/kit/text/time-zones'
import en from '../i18n/en/class-report.json' with { type: 'json' }
import id from '../i18n/id/class-report.json' with { type: 'json' }
import ms from '../i18n/ms/class-report.json' with { type: 'json' }
import th from '../i18n/th/class-report.json' with { type: 'json' }
import zhCN from '../i18n/zh-CN/class-report.json' with { type: 'json' }
import zhTW from '../i18n/zh-TW/class-report.json' with { type: 'json' }
import { type Block, plainSpan, type Span, textOf } from '../pdf/blocks.ts'
import { blocksOfHtml } from '../pdf/html-blocks.ts'

type Report = Reply<(typeof activityContracts)['GET /api/class-sessions/:id/report']>
type Votes = Report['votes']
type Texts = typeof en
const textsOf: Record<string, Texts> = { en, 'zh-CN': zhCN, 'zh-TW': zhTW, th, id, ms }
type TextOf = (key: keyof Texts, values?: Record<string, string | number>) => string

/** English for a language that is none of the six. */
export function reportTexts(wanted = 'en'): { lang: string; t: TextOf } {
  const lang = Object.hasOwn(textsOf, wanted) ? wanted : 'en'
  const t: TextOf = (key, values = {}) =>
    textsOf[lang]![key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
  return { lang, t }
}

const states = ['present', 'late', 'excused', 'left_early', 'absent'] as const
/** Short answers that are listed. */
const listed = 20

export function reportBlocks(report: Report, { t, zone }: { t: TextOf; zone: string }): Block[] {
  const { session, members, here, attendance, votes, picked } = report
  const timeOf = (at: string) => new Date(localOf(zone, Date.parse(at))).toISOString().slice(0, 16).replace('T', ' ')
  const heading = (text: string): Block => ({ kind: 'text', role: 'subheading', spans: [plainSpan(text, { bold: true })], leads: true })
  const paragraph = (...spans: Span[]): Block => ({ kind: 'text', role: 'paragraph', spans })
  const about = [
    timeOf(session.started_at) + (session.ended_at ? `–${timeOf(session.ended_at).slice(11)}` : ''),
    ...(session.started_by ? [session.started_by.name] : []),
    zone,
  ].join(' · ')
  const calls: Block = {
    kind: 'table',
    heads: 1,
    numbers: states.map((_, nth) => nth + 1),
    rows: [
      [t('rollCall'), ...states.map((state) => t(`state.${state}`))].map((text) => [plainSpan(text, { bold: true })]),
      ...attendance.map((one) => [[plainSpan(timeOf(one.at))], ...states.map((state) => [plainSpan(String(one[state]))])]),
    ],
  }
  return [
    { kind: 'text', role: 'title', spans: [plainSpan(session.title)] },
    { kind: 'text', role: 'note', spans: [plainSpan(about, { muted: true })] },
    paragraph(plainSpan(t('hereOf', { here, members }))),
    heading(t('attendance')),
    attendance.length > 0 ? calls : paragraph(plainSpan(t('noRollCalls'), { muted: true })),
    ...(votes.length > 0 ? [heading(t('votes')), ...votes.flatMap((one) => voteBlocks(one, t))] : []),
    ...(picked.length > 0 ? [heading(t('picked'))] : []),
    ...picked.map(
      ({ person: { name }, times }): Block => ({
        ...{ kind: 'text', role: 'paragraph', indent: 1, marker: '•' },
        spans: [plainSpan(times > 1 ? t('pickedTimes', { name, count: times }) : name)],
      }),
    ),
  ]
}

const plainText = (html: string): string =>
  blocksOfHtml(html, new Map())
    .map((block) => (block.kind === 'text' ? textOf(block.spans) : ''))
    .join(' ')
    .trim()

function voteBlocks({ vote, counts: results }: Votes[number], t: TextOf): Block[] {
  const label = labelOf(vote, t)
  const lines = results?.counts?.map(({ value, n }) => ({ value, text: label(value), n }))
  const answers = results?.texts.slice(0, listed).map(({ text, n }) => ({ value: text, text, n }))
  const right = new Set(results?.right)
  const sum = results ? t('answered', { n: results.n, asked: results.asked }) : t('votesNotShown')
  const mean = results && results.mean !== null ? ` · ${t('mean', { mean: Math.round(results.mean * 100) / 100 })}` : ''
  const isFew = results && results.n > 0 && lines === undefined && results.texts.length === 0
  const rows = (results && results.n > 0 && (lines ?? answers)) || []
  const note = (text: string): Block => ({ kind: 'text', role: 'note', spans: [plainSpan(text, { muted: true })] })
  const table: Block = {
    kind: 'table',
    heads: 1,
    numbers: [1],
    rows: [
      [[plainSpan(t('answer'), { bold: true })], [plainSpan(t('people'), { bold: true })]],
      ...rows.map(({ value, text, n }) => [
        [plainSpan(text), ...(right.has(value) ? [plainSpan(` (${t('isRight')})`, { muted: true })] : [])],
        [plainSpan(String(n))],
      ]),
    ],
  }
  return [
    {
      kind: 'text',
      role: 'paragraph',
      spans: [plainSpan(`${vote.n}. ${plainText(vote.stem) || t('spoken')}`, { bold: true })],
      leads: true,
    },
    note(sum + mean),
    ...(isFew ? [note(t('few'))] : []),
    ...(rows.length > 0 ? [table] : []),
  ]
}

/** Names of what is counted: options by their letter and text, true and false, places on a scale. */
function labelOf({ type, content }: Votes[number]['vote'], t: TextOf): (value: string) => string {
  if (type === 'true_false') return (value) => t(value === 'true' ? 'true' : 'false')
  const { options = [] } = content as { options?: readonly { id: string; text: string }[] }
  const names = new Map(
    options.map(({ id, text }, nth) => {
      const [letter, name] = [String.fromCharCode(65 + nth), plainText(text)]
      return [id, name === letter || name === '' ? letter : `${letter} · ${name}`]
    }),
  )
  return (value) => names.get(value) ?? value
}
