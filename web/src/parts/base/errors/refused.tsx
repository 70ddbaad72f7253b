// The notice for 403 and 404 of an object (and 400, an address without a valid id): the reason and a way on, never the owner.
import { SearchX } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { CallFailed } from '../../../client.ts'
import { translateIfPresent, useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { NoPermission } from '../../../ui/states.tsx'
import { Forbidden } from './forbidden.tsx'

/** Without an error: no object stands at the address. */
export function Refused({ error }: { error: CallFailed | undefined }) {
  const t = useTexts('shell')
  const ownText =
    !error || ['forbidden', 'invalid'].includes(error.problem.code) ? undefined : translateIfPresent('errors', error.problem.code)
  const wayOn = (look: 'primary' | 'secondary') => (
    <Link to={paths.courses()} className={buttonLook(look)}>
      {t('toCourses')}
    </Link>
  )
  if (error?.status === 403) return <Forbidden text={ownText ?? t('forbiddenText')} wayOn={wayOn} />
  return (
    <NoPermission title={t('thingNotFound')} icon={SearchX} text={ownText ?? t('notFoundText')}>
      {wayOn('secondary')}
    </NoPermission>
  )
}
