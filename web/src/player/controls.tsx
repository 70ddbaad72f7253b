// Row of controls under the timeline of the player.
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
import { usePhone } from '../ui/dialogs/phone.tsx'
import { qualityNames } from '../ui/quality-names.ts'
import type { Quality } from './hls.ts'
import { speeds } from './keys.ts'
import { PlayerButton } from './player-button.tsx'
import { PlayerMenu } from './player-menu.tsx'
import { type Captions, languageName } from './use-captions.ts'
import type { Media } from './use-media.ts'

export function Controls({
  media,
  duration,
  chapter,
  audio,
  fullScreen,
  maxRate,
  captions,
  quality,
  actions,
  onMenu,
}: {
  media: Media
  duration: number
  /** The title of the chapter that is playing. */
  chapter: string | undefined
  audio: boolean
  fullScreen: boolean
  maxRate: number
  captions: Captions | undefined
  quality: { list: Quality[] | undefined; playing: number; chosen: number; choose: (index: number) => void }
  actions: {
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
  const phone = usePhone()
  const Volume = media.muted || media.volume === 0 ? VolumeX : media.volume < 0.5 ? Volume1 : Volume2
  const playingQuality = quality.list?.find((option) => option.index === quality.playing)
  const distinctQualities = [...new Map(quality.list?.map((option) => [option.label, option]) ?? []).values()].sort(
    (a, b) => b.height - a.height,
  )
  const nameOf = (option: Quality | undefined) => (option ? qualityNames[option.label] : t('auto'))
  const chosenQuality = quality.list?.find((option) => option.index === quality.chosen)
  return (
    <div className="flex items-center gap-1">
      <PlayerButton
        label={t(media.playing ? 'pause' : 'play')}
        icon={media.playing ? Pause : Play}
        fill
        action="video.play"
        onClick={actions.toggle}
      />
      <PlayerButton label={t('back10')} icon={RotateCcw} onClick={() => actions.seek(media.position - 10)} className="max-tablet:hidden" />
      <PlayerButton label={t(media.muted ? 'unmute' : 'mute')} icon={Volume} onClick={actions.mute} className="max-tablet:hidden" />
      <input
        type="range"
        min={0}
        max={1}
        step={0.1}
        value={media.muted ? 0 : media.volume}
        aria-label={t('volume')}
        onChange={(event) => actions.volume(Number(event.target.value))}
        className="h-6 w-20 accent-[#7fd1cc] focus-visible:outline-[#fff] max-tablet:hidden"
      />
      <span className="tabular px-2 text-small whitespace-nowrap max-tablet:hidden">
        {clock(media.position)}
        <span className="text-[#c6cbcc]"> / {clock(duration)}</span>
      </span>
      <span className="min-w-0 flex-1 truncate text-small text-[#d5dadb]">{!phone && chapter && `· ${chapter}`}</span>
      <PlayerMenu
        label={t('speed')}
        text={`${number(media.rate, 2)}×`}
        value={media.rate}
        onOpen={onMenu}
        onChoose={actions.rate}
        options={speeds.filter((speed) => speed <= maxRate).map((speed) => ({ value: speed, label: `${number(speed, 2)}×` }))}
        borderless
      />
      {!audio && (
        <PlayerMenu
          label={t('quality')}
          text={quality.chosen < 0 ? nameOf(playingQuality) : nameOf(chosenQuality)}
          fullText={quality.chosen < 0 && playingQuality ? `${t('auto')} · ${nameOf(playingQuality)}` : undefined}
          value={quality.chosen}
          onOpen={onMenu}
          onChoose={quality.choose}
          note={quality.list ? undefined : t('qualityByDevice')}
          options={[
            { value: -1, label: t('auto') },
            ...distinctQualities.map((option) => ({ value: option.index, label: nameOf(option) })),
          ]}
        />
      )}
      {captions && captions.languages.length > 0 ? (
        <PlayerMenu
          label={t('captions')}
          text={captions.visible && captions.language ? languageName(captions.language) : t('captionsOff')}
          icon={CaptionsIcon}
          active={captions.visible}
          value={captions.visible ? (captions.language ?? '') : ''}
          onOpen={onMenu}
          onChoose={(to) => actions.captions(to || undefined)}
          options={[
            { value: '', label: t('captionsOff') },
            ...captions.languages.map((language) => ({ value: language, label: languageName(language) })),
          ]}
        />
      ) : (
        <PlayerButton
          label={t('captions')}
          icon={CaptionsIcon}
          off={t('noCaptions')}
          onClick={() => actions.captions(undefined)}
          className="max-tablet:hidden"
        />
      )}
      {!audio && document.pictureInPictureEnabled && (
        <PlayerButton
          label={t('pictureInPicture')}
          icon={PictureInPicture2}
          onClick={actions.pictureInPicture}
          className="max-tablet:hidden"
        />
      )}
      {!audio && (
        <PlayerButton
          label={t(fullScreen ? 'smallScreen' : 'fullScreen')}
          icon={fullScreen ? Minimize : Maximize}
          onClick={actions.fullScreen}
        />
      )}
    </div>
  )
}
