// A notification and its look on the page.
import type { LucideIcon } from 'lucide-react'
import type { Answer } from '../../../client.ts'
import type { TextKey } from '../../../i18n.ts'
import type { Tone } from '../../../ui/marks/chip.tsx'

export type Notification = Answer<'GET /api/notifications'>['items'][number]
export type Look = {
  icon: LucideIcon
  tone: Tone
  /** The sentence: `{course}`, `{person}` the sender, `{title}` the subject. */
  text: TextKey<'notifications'>
  action: TextKey<'notifications'>
  link: string
  /** The small line below names the newest of a bundle, or course and sender, where the sentence does not. */
  below: (string | undefined)[]
}
