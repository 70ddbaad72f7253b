// Stage of a video or audio file, without counting the watched intervals: only activities count.
import { useEffect, useRef } from 'react'
import { useTexts } from '../i18n.ts'
import { Player, type PlayerHandle } from '../player/player.tsx'
import { useCaptions } from '../player/use-captions.ts'
import { Empty } from '../ui/states.tsx'
import type { StageProps } from './stage.ts'

export default function MediaStage({ view, grantedAt, address, onRenew, ticks, onHandle }: StageProps) {
  const t = useTexts('viewer')
  const handle = useRef<PlayerHandle>(null)
  const position = useRef(0)
  useEffect(() => {
    onHandle?.({ present: () => position.current, goTo: (second) => handle.current?.seek(second) })
    return () => onHandle?.(undefined)
  }, [onHandle])
  const captions = useCaptions(
    view.id,
    view.captions.map(({ language, url }) => ({ language, url: address(url) })),
  )
  if (!view.urls.hls) return <Empty title={t(view.status === 'failed' ? 'cannotShow' : 'notReady')} />
  const audio = view.kind === 'audio'
  const player = (
    <Player
      title={view.name}
      source={address(view.urls.hls)}
      grantedAt={grantedAt}
      audio={audio}
      duration={view.duration ?? 0}
      captions={captions}
      chapters={view.chapters}
      ticks={ticks}
      ref={handle}
      onPosition={(second) => {
        position.current = second
      }}
      fill={!audio}
      onRenew={onRenew}
    />
  )
  return audio ? <div className="mx-auto flex h-full max-w-[720px] items-center px-4 *:flex-1">{player}</div> : player
}
