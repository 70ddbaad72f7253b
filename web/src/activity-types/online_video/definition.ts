// Online video: a recording whose watched seconds count.
import { CirclePlay } from 'lucide-react'
import { lazy } from 'react'
import { texts } from '../../i18n.ts'
import { clock, percent } from '../../ui/format.ts'
import type { Definition } from '../definition.ts'
import { VideoWaiting } from './waiting.tsx'

export const onlineVideo: Definition = {
  icon: CirclePlay,
  tone: 'accent',
  about({ uploads: [file], video_duration: seconds }, say) {
    const kind = say('type.online_video')
    if (file?.status === 'processing' && !seconds) return say('kindAnd', { kind, what: say('beingPrepared') })
    if (file?.status === 'failed') return say('kindAnd', { kind, what: say('notReady') })
    if (!seconds) return kind
    return say('kindAnd', { kind, what: seconds < 60 ? clock(seconds) : say('minutes', { count: Math.round(seconds / 60) }) })
  },
  result: ({ my }, say) => (my.percent > 0 ? say('watched', { percent: percent(my.percent) }) : undefined),
  standing: ({ my, completion_criterion: { kind, percent: needed } }, say) =>
    kind === 'watched' && needed !== null && !my.completed
      ? say('watchedOf', { percent: percent(my.percent), needed: percent(needed) })
      : say('watched', { percent: percent(my.percent) }),
  act: (my) => (my.completed ? undefined : my.percent > 0 ? 'resume' : 'watch'),
  stage: true,
  View: lazy(() => Promise.all([import('./view.tsx'), texts('player')]).then(([module]) => module)),
  Guest: lazy(() => Promise.all([import('./guest.tsx'), texts('player')]).then(([module]) => module)),
  Waiting: ({ activity, teaches }) => VideoWaiting({ withCard: !teaches, audio: activity.uploads[0]?.type === 'audio' }),
  Work: lazy(() => import('./work.tsx')),
  replaces: 'asks',
  form: () => import('./form.tsx'),
}
