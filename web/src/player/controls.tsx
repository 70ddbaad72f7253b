import {
  Captions as CaptionsIcon,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { useTexts } from '../i18n.ts'
import { clock, number } from '../ui/format.ts'
import type { Quality } from './hls.ts'
import { speeds } from './keys.ts'
import { PlayerButton } from './player-button.tsx'
import { PlayerMenu } from './player-menu.tsx'
import { type Captions, languageName } from './use-captions.ts'
import type { Media } from './use-media.ts'

/** The row of controls under the time line. */
export function Controls({
  media,
  duration,
  chapter,
  audio,
  full,
  maxRate,
  captions,
  quality,
  acts,
  onMenu,
}: {
  media: Media
  duration: number
  /** The one that is playing. */
  chapter: string | undefined
  audio: boolean
  full: boolean
  maxRate: number
  captions: Captions | undefined
  quality: { list: Quality[] | undefined; playing: number; chosen: number; choose: (index: number) => void }
  acts: {
    toggle: () => void
    seek: (to: number) => void
    mute: () => void
    volume: (to: number) => void
    rate: (to: number) => void
    captions: (to: string | undefined) => void
    pictureInPicture: () => void
    fullScreen: () => void
  }
  onMenu: (open: boolean) => void
}) {
  const t = useTexts('player')
  const Volume = media.muted || media.volume === 0 ? VolumeX : media.volume < 0.5 ? Volume1 : Volume2
  const shown = quality.list?.find((one) => one.index === quality.playing)
  const labels = [...new Map(quality.list?.map((one) => [one.label, one]) ?? []).values()].sort((a, b) => b.height - a.height)
  const chosen = quality.list?.find((one) => one.index === quality.chosen)
  return (
    <div className="flex items-center gap-1">
      <PlayerButton
        label={t(media.playing ? 'pause' : 'play')}
        icon={media.playing ? Pause : Play}
        fill
        action="video.play"
        onClick={acts.toggle}
      />
      <PlayerButton label={t('back10')} icon={RotateCcw} onClick={() => acts.seek(media.position - 10)} className="max-tablet:hidden" />
      <PlayerButton label={t(media.muted ? 'unmute' : 'mute')} icon={Volume} onClick={acts.mute} className="max-tablet:hidden" />
      <input
        type="range"
        min={0}
        max={1}
        step={0.1}
        value={media.muted ? 0 : media.volume}
        aria-label={t('volume')}
        onChange={(event) => acts.volume(Number(event.target.value))}
        className="h-6 w-20 accent-[#7fd1cc] focus-visible:outline-[#fff] max-tablet:hidden"
      />
      <span className="tabular px-2 text-small whitespace-nowrap">
        {clock(media.position)}
        <span className="text-[#c6cbcc] max-[359px]:hidden"> / {clock(duration)}</span>
      </span>
      <span className="min-w-0 flex-1 truncate text-small text-[#d5dadb]">
        {chapter && <span className="max-tablet:hidden">· {chapter}</span>}
      </span>
      <PlayerMenu
        label={t('speed')}
        shown={`${number(media.rate, 2)}×`}
        value={media.rate}
        onOpen={onMenu}
        onChoose={acts.rate}
        options={speeds.filter((speed) => speed <= maxRate).map((speed) => ({ value: speed, label: `${number(speed, 2)}×` }))}
        plain
      />
      {!audio && (
        <PlayerMenu
          label={t('quality')}
          shown={quality.chosen < 0 ? (shown?.label ?? t('auto')) : (chosen?.label ?? t('auto'))}
          long={quality.chosen < 0 && shown ? `${t('auto')} · ${shown.label}` : undefined}
          value={quality.chosen}
          onOpen={onMenu}
          onChoose={quality.choose}
          note={quality.list ? undefined : t('qualityByDevice')}
          options={[{ value: -1, label: t('auto') }, ...labels.map((one) => ({ value: one.index, label: one.label }))]}
        />
      )}
      {captions && captions.languages.length > 0 ? (
        <PlayerMenu
          label={t('captions')}
          shown={captions.shown && captions.language ? languageName(captions.language) : t('captionsOff')}
          icon={CaptionsIcon}
          on={captions.shown}
          value={captions.shown ? (captions.language ?? '') : ''}
          onOpen={onMenu}
          onChoose={(to) => acts.captions(to || undefined)}
          options={[{ value: '', label: t('captionsOff') }, ...captions.languages.map((one) => ({ value: one, label: languageName(one) }))]}
        />
      ) : (
        <PlayerButton
          label={t('captions')}
          icon={CaptionsIcon}
          off={t('noCaptions')}
          onClick={() => acts.captions(undefined)}
          className="max-tablet:hidden"
        />
      )}
      {!audio && document.pictureInPictureEnabled && (
        <PlayerButton
          label={t('pictureInPicture')}
          icon={PictureInPicture2}
          onClick={acts.pictureInPicture}
          className="max-tablet:hidden"
        />
      )}
      {!audio && (
        <PlayerButton label={t(full ? 'smallScreen' : 'fullScreen')} icon={full ? Minimize : Maximize} onClick={acts.fullScreen} />
      )}
    </div>
  )
}
