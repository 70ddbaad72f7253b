// What the questions of its group are about: its text is all there is.
import { useTexts } from '../../i18n.ts'

export default function StimulusEditor() {
  const t = useTexts('questions')
  return <p className="text-body text-text-2">{t('stimulusHelp')}</p>
}
