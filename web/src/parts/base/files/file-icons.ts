// Icon and tone of a file, by its type.
import { CirclePlay, FileText, FileVideo2, Folder, Image, type LucideIcon, Music, Package } from 'lucide-react'
import type { Tone } from '../../../ui/marks/chip.tsx'

type Look = { icon: LucideIcon; tone: Tone }
const looks: Record<string, Look> = {
  video: { icon: FileVideo2, tone: 'accent' },
  audio: { icon: Music, tone: 'accent' },
  document: { icon: FileText, tone: 'info' },
  image: { icon: Image, tone: 'note' },
  link: { icon: CirclePlay, tone: 'accent' },
  scorm: { icon: Package, tone: 'warn' },
  other: { icon: Package, tone: 'warn' },
  folder: { icon: Folder, tone: 'neutral' },
}
export const fileLook = (type: string): Look => looks[type] ?? { icon: FileText, tone: 'neutral' }
