// In place of the view of an activity whose type this page does not know.
import { useTexts } from '../../i18n.ts'
import { Empty } from '../../ui/states.tsx'

export default function UnknownView() {
  const t = useTexts('activity')
  return <Empty title={t('typeNotHere')} />
}
