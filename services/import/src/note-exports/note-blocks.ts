// Blocks of notes as a PDF: by course and file, each at its place, in the six languages, with times by the clock of the organisation.
import type { contracts as activityContracts } from '@lyceum/activity/contracts'
import type { Reply } from '@lyceum/kit/calls/contract'
import { localOf } from '@lyceum/kit/text/time-zones'
import en from '../i18n/en/note-export.json' with { type: 'json' }
import id from '../i18n/id/note-export.json' with { type: 'json' }
import ms from '../i18n/ms/note-export.json' with { type: 'json' }
import th from '../i18n/th/note-export.json' with { type: 'json' }
import zhCN from '../i18n/zh-CN/note-export.json' with { type: 'json' }
import zhTW from '../i18n/zh-TW/note-export.json' with { type: 'json' }
import { type Block, plainSpan } from '../pdf/blocks.ts'

export type Note = Reply<(typeof activityContracts)['GET /api/notes']>['items'][number]
type Texts = typeof en
const textsOf: Record<string, Texts> = { en, 'zh-CN': zhCN, 'zh-TW': zhTW, th, id, ms }
type TextOf = (key: keyof Texts, values?: Record<string, string | number>) => string

/** English for a language that is none of the six. */
export function noteTexts(wanted = 'en'): { lang: string; t: TextOf } {
  const lang = Object.hasOwn(textsOf, wanted) ? wanted : 'en'
  const t: TextOf = (key, values = {}) =>
    textsOf[lang]![key].replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))
  return { lang, t }
}

const twoDigits = (value: number) => String(value).padStart(2, '0')
function placeOf({ target_type, anchor, placed }: Note, t: TextOf): string {
  if (!placed) return t('noPlace')
  if (target_type === 'document') return t('page', { page: anchor })
  if (target_type === 'image') return t('image')
  const [hours, minutes, seconds] = [Math.floor(anchor / 3600), Math.floor(anchor / 60) % 60, Math.floor(anchor) % 60]
  return [...(hours > 0 ? [String(hours)] : []), twoDigits(minutes), twoDigits(seconds)].join(':')
}

const grouped = (notes: readonly Note[], keyOf: (note: Note) => string) => [...Map.groupBy(notes, keyOf).values()]

/** A list of blocks for each file. `cut`: there are more notes than these. */
export function* noteBlocks(
  notes: readonly Note[],
  { t, zone, at, cut }: { t: TextOf; zone: string; at: Date; cut: boolean },
): Generator<Block[]> {
  const timeOf = (time: string) => new Date(localOf(zone, Date.parse(time))).toISOString().slice(0, 16).replace('T', ' ')
  yield [
    { kind: 'text', role: 'title', spans: [plainSpan(t('notes'))] },
    { kind: 'text', role: 'note', spans: [plainSpan(t('saved', { time: timeOf(at.toISOString()), zone }), { muted: true })] },
  ]
  const courses = grouped(notes, ({ course_id }) => course_id).sort((a, b) => a[0]!.course_name.localeCompare(b[0]!.course_name))
  for (const ofCourse of courses) {
    yield [{ kind: 'text', role: 'heading', spans: [plainSpan(ofCourse[0]!.course_name, { bold: true })], leads: true }]
    for (const ofFile of grouped(ofCourse, ({ activity_id, target_id }) => `${activity_id} ${target_id}`)) {
      const { activity_title, file_name } = ofFile[0]!
      const name = [...new Set([activity_title, file_name])].filter(Boolean).join(' · ') || t('closed')
      const heading: Block = { kind: 'text', role: 'subheading', spans: [plainSpan(name, { bold: true })], leads: true }
      const sorted = ofFile.toSorted((a, b) => Number(b.placed) - Number(a.placed) || a.anchor - b.anchor)
      yield [heading, ...sorted.flatMap((note) => blocksOf(note, { t, timeOf }))]
    }
  }
  if (cut) yield [{ kind: 'text', role: 'note', spans: [plainSpan(t('rest'), { muted: true })] }]
}

function blocksOf(note: Note, { t, timeOf }: { t: TextOf; timeOf: (time: string) => string }): Block[] {
  const about = [plainSpan(placeOf(note, t), { bold: true }), plainSpan(` · ${timeOf(note.updated_at)}`, { muted: true })]
  return [
    { kind: 'text', role: 'paragraph', spans: about, leads: true },
    ...(note.quote ? [{ kind: 'text' as const, role: 'paragraph' as const, spans: [plainSpan(note.quote)], indent: 1, bars: 1 }] : []),
    ...(note.content ? [{ kind: 'text' as const, role: 'paragraph' as const, spans: [plainSpan(note.content)] }] : []),
  ]
}
