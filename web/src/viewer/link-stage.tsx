// Stage of a film elsewhere, without counting what is watched: only activities count.
import { EmbeddedPlayer } from '../player/embedded/embedded-player.tsx'
import { Empty } from '../ui/states.tsx'
import { useTexts } from '../i18n.ts'
import type { StageProps } from './stage.ts'

export default function LinkStage({ view }: StageProps) {
  const t = useTexts('viewer')
  return view.link ? <EmbeddedPlayer link={view.link} title={view.name} fill /> : <Empty title={t('cannotShow')} />
}
