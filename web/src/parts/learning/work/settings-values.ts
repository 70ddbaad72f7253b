// Settings of work as a form holds them: which files are taken, how they are shown without names, the reviews of students. Their faults, and the request made from them. Pure.
import type { TextKey } from '../../../i18n.ts'
import { fromIso, isLocal, toIso } from '../../../ui/dates.ts'

/** Times and file types as typed. */
export type WorkValues = { types: string; most: number | null; size: number | null; strip: boolean; peers: number | null; peerDue: string }
export const freshWork: WorkValues = { types: '', most: 5, size: 100, strip: true, peers: 0, peerDue: '' }

type Stored = {
  file_types?: string[]
  files_most?: number
  file_size_mb?: number
  strip_properties?: boolean
  peer_reviews?: number
  peer_due?: string | null
}
export const workValuesOf = (settings: Stored): WorkValues => ({
  types: (settings.file_types ?? []).join(', '),
  most: settings.files_most ?? freshWork.most,
  size: settings.file_size_mb ?? freshWork.size,
  strip: settings.strip_properties ?? freshWork.strip,
  peers: settings.peer_reviews ?? freshWork.peers,
  peerDue: fromIso(settings.peer_due ?? null),
})

/** "PDF, .docx; odt" → pdf, docx, odt */
export const typesIn = (typed: string): string[] => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,;、，]+/)
      .map((one) => one.replace(/^\*?\./, ''))
      .filter(Boolean),
  ),
]

export const outside = (value: number | null, least: number, most: number) => value === null || value < least || value > most
export const unread = (time: string) => time !== '' && !isLocal(time, 'datetime')
type FieldFaults = Partial<Record<string, TextKey<'course'>>>

export const fileFaults = ({ types, most, size }: WorkValues): FieldFaults => ({
  ...(typesIn(types).some((type) => !/^[a-z0-9]{1,10}$/.test(type)) && { 'settings.file_types': 'typesUnread' as const }),
  ...(outside(most, 1, 20) && { 'settings.files_most': 'mostRange' as const }),
  ...(outside(size, 1, 2048) && { 'settings.file_size_mb': 'sizeRange' as const }),
})
/** `timed`: the time is asked for. */
export const reviewFaults = ({ peers, peerDue }: WorkValues, timed: boolean): FieldFaults => ({
  ...(outside(peers, 0, 10) && { 'settings.peer_reviews': 'peersRange' as const }),
  ...(timed && unread(peerDue) && { 'settings.peer_due': 'timeUnread' as const }),
})

export const fileSettings = ({ types, most, size }: WorkValues) => ({
  file_types: typesIn(types),
  files_most: most ?? 5,
  file_size_mb: size ?? 100,
})
export const namelessSettings = ({ strip }: Pick<WorkValues, 'strip'>) => ({ strip_properties: strip })
export const reviewSettings = ({ peers, peerDue }: WorkValues, timed: boolean) => ({
  peer_reviews: peers ?? 0,
  peer_due: timed ? toIso(peerDue) : null,
})
