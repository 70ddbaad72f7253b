// The label of a file's state, the same on every page: converting, playable early, ready, failed with its reason.
import { CircleAlert, Loader, type LucideIcon } from 'lucide-react'
import { translateIfPresent, useTexts } from '../../../i18n.ts'
import type { Tone } from '../../../ui/marks/chip.tsx'
import { bytes, percent } from '../../../ui/format.ts'

export type FileState = { type: string; status: string; reason: string | null; percent: number | null; playable?: boolean }
export type StateLabel = { word: string; tone?: Tone; icon?: LucideIcon; why?: string; failed: boolean; working: boolean }

/** The label; without `tone` for a ready file, which is a plain word. */
export function useFileState(): (file: FileState) => StateLabel {
  const t = useTexts('upload')
  return (file) => {
    if (file.status === 'failed')
      return {
        word: t(isMedia(file) && !file.reason?.startsWith('upload.fetch') ? 'convertFailed' : 'failed'),
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
          : file.reason === 'upload.fetching'
            ? t('fetching')
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
const isMedia = ({ type }: FileState) => type === 'video' || type === 'audio'

/** One sentence for a code of an upload: the reason and the remedy. Limits are bytes. */
export function reasonText(code: string | null | undefined, params: Record<string, unknown> = {}): string | undefined {
  if (!code) return undefined
  const values = { ...params, ...(typeof params.limit === 'number' && { limit: bytes(params.limit) }) } as Record<string, string | number>
  return (
    translateIfPresent('upload', `reason.${code}`, values) ??
    translateIfPresent('errors', code, values) ??
    translateIfPresent('upload', 'reason.other', { code })
  )
}
