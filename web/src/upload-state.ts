// What a file's state is called, the same on every page: converting, playable early, ready, failed and why.
import { CircleAlert, Loader, type LucideIcon } from 'lucide-react'
import { sayIfKnown, useTexts } from './i18n.ts'
import type { Tone } from './ui/chip.tsx'
import { percent } from './ui/format.ts'

export type FileState = { type: string; status: string; reason: string | null; percent: number | null; playable?: boolean }
export type Shown = { word: string; tone?: Tone; icon?: LucideIcon; why?: string; failed: boolean; working: boolean }

/** `tone` only when the state matters; a ready file is a plain word. */
export function useFileState(): (file: FileState) => Shown {
  const t = useTexts('upload')
  return (file) => {
    if (file.status === 'failed')
      return {
        word: t(media(file) ? 'convertFailed' : 'failed'),
        tone: 'bad',
        icon: CircleAlert,
        why: reasonText(file.reason),
        failed: true,
        working: false,
      }
    if (file.status !== 'ready') {
      const word =
        file.reason === 'upload.waiting'
          ? t('waitingForBytes')
          : file.reason === 'upload.queued'
            ? t('queued')
            : file.percent
              ? t('converting', { percent: percent(file.percent) })
              : t('convertingNow')
      return { word, tone: 'info', icon: Loader, failed: false, working: true }
    }
    return { word: t('ready'), failed: false, working: false }
  }
}
const media = ({ type }: FileState) => type === 'video' || type === 'audio'

/** One sentence for a code of an upload: what happened and what to do. */
export const reasonText = (code: string | null | undefined, params?: Record<string, unknown>): string | undefined =>
  code
    ? (sayIfKnown('upload', `reason.${code}`, params as Record<string, string | number>) ??
      sayIfKnown('errors', code, params as Record<string, string | number>) ??
      sayIfKnown('upload', 'reason.other', { code }))
    : undefined
