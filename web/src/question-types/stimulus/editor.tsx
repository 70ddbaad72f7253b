// The editor of a stimulus, which is a text alone.
import { useTexts } from '../../i18n.ts'

export default function StimulusEditor() {
  const t = useTexts('questions')
  return <p className="text-body text-text-2">{t('stimulusHelp')}</p>
}
