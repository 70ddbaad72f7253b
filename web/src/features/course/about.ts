import type { ActivityRow } from '../../parts/course/activity-kinds.ts'
import { useTexts } from '../../i18n.ts'
import { bytes, clock } from '../../ui/format.ts'

/** What an activity is, in a line: "Video, 45 min", "PDF, 8.4 MB", "Page". A video that is still being converted says so. */
export function useAbout(): (activity: ActivityRow) => string {
  const t = useTexts('course')
  const say = useTexts('kinds')
  return ({ type, uploads, video_duration: seconds }) => {
    const [file] = uploads
    const word = say(`type.${type}`)
    if (type === 'online_video') {
      if (file && file.status === 'processing' && !seconds) return t('kindAnd', { kind: word, what: t('beingPrepared') })
      if (file?.status === 'failed') return t('kindAnd', { kind: word, what: t('notReady') })
      return seconds
        ? t('kindAnd', { kind: word, what: seconds < 60 ? clock(seconds) : t('minutes', { count: Math.round(seconds / 60) }) })
        : word
    }
    if (type === 'material' && file) {
      const extension = file.name.includes('.') ? file.name.slice(file.name.lastIndexOf('.') + 1).toUpperCase() : word
      return uploads.length > 1
        ? t('kindAnd', { kind: word, what: t('files', { count: uploads.length }) })
        : t('kindAnd', { kind: extension, what: bytes(file.size) })
    }
    return word
  }
}
