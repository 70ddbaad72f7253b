// Actions of a player's buttons and keys, each shown in a few words over the picture.
import { type RefObject, useEffect, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { number, percent } from '../ui/format.ts'
import { type Command, nextSpeed } from './keys.ts'
import type { keepPreference } from './preferences.ts'
import { type Captions, languageName } from './use-captions.ts'

export function usePlayerActions(
  video: RefObject<HTMLVideoElement | null>,
  frame: RefObject<HTMLElement | null>,
  {
    toggle,
    seek,
    captions,
    keep,
    say,
  }: {
    toggle: () => void
    seek: (to: number) => void
    captions: Captions | undefined
    keep: (...preference: Parameters<typeof keepPreference>) => void
    say: (notice: string) => void
  },
) {
  const t = useTexts('player')
  const [fullScreen, setFullScreen] = useState(false)
  useEffect(() => {
    const onFullScreenChange = () => setFullScreen(document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', onFullScreenChange)
    return () => document.removeEventListener('fullscreenchange', onFullScreenChange)
  }, [frame])

  const actions = {
    toggle,
    seek,
    mute: () => {
      if (!video.current) return
      video.current.muted = !video.current.muted
      keep({ muted: video.current.muted })
      say(t(video.current.muted ? 'muted' : 'unmuted'))
    },
    volume: (to: number) => {
      if (!video.current) return
      video.current.volume = Math.min(1, Math.max(0, Math.round(to * 10) / 10))
      video.current.muted = video.current.volume === 0
      keep({ volume: video.current.volume, muted: video.current.muted })
      say(t('volumeAt', { percent: percent(video.current.volume * 100) }))
    },
    rate: (to: number) => {
      if (!video.current) return
      video.current.playbackRate = to
      video.current.defaultPlaybackRate = to
      keep({ speed: to })
      say(t('speedAt', { speed: number(to, 2) }))
    },
    captions: (to: string | undefined) => {
      if (!captions || captions.languages.length === 0) return say(t('noCaptions'))
      if (to) captions.choose(to)
      captions.setVisible(to !== undefined)
      say(to ? t('captionsIn', { language: languageName(to) }) : t('captionsOff'))
    },
    pictureInPicture: () => void video.current?.requestPictureInPicture().catch(() => {}),
    fullScreen: () => {
      if (document.fullscreenElement) void document.exitFullscreen()
      else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen().catch(() => {})
      else (video.current as (HTMLVideoElement & { webkitEnterFullscreen?: () => void }) | null)?.webkitEnterFullscreen?.()
    },
  }

  /** Positions and durations in seconds. */
  const obey = (command: Command, at: { duration: number; position: number; rate: number; maxRate: number }) => {
    if (command.do === 'toggle') toggle()
    else if (command.do === 'step') seek(at.position + command.seconds)
    else if (command.do === 'part') seek((at.duration * command.tenths) / 10)
    else if (command.do === 'volume') actions.volume((video.current?.volume ?? 0.7) + command.by)
    else if (command.do === 'mute') actions.mute()
    else if (command.do === 'fullscreen') actions.fullScreen()
    else if (command.do === 'captions') actions.captions(captions?.visible ? undefined : captions?.language)
    else if (command.do === 'start') seek(0)
    else if (command.do === 'end') seek(at.duration)
    else if (command.do === 'speed') actions.rate(Math.min(at.maxRate, nextSpeed(at.rate, command.by)))
  }
  return { actions, obey, fullScreen }
}
