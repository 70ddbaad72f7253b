// The test of the messenger as it is saved.
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { TriedSteps } from '../tried-steps.tsx'

const steps = ['token', 'user', 'message'] as const
const reasons = ['notFound', 'time', 'connection', 'address', 'redirect', 'size', 'format'] as const

export function WorkplaceTest() {
  const t = useTexts('workplace')
  const reasonOf = (code: string | null) => {
    const known = reasons.find((one) => one === code)
    return known ? t(`reason.${known}`) : t('reason.code', { code: code ?? '' })
  }
  return (
    <TriedSteps
      title={t('test')}
      help={t('testHelp')}
      steps={steps.map((name) => ({ name, label: t(`step.${name}`) }))}
      run={async () => (await call('POST /api/org/workplace/test')).steps}
      reasonOf={reasonOf}
    />
  )
}
