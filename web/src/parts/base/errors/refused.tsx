// The notice for 403 and 404 of an object (and 400, an address without a valid id): the reason and a way on, never the owner.
import { SearchX } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { CallFailed } from '../../../client.ts'
import { translateIfPresent, useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { NoPermission } from '../../../ui/states.tsx'
import { Forbidden } from './forbidden.tsx'

/** Without an error: no object stands at the address. `byRole`: roles open it, and no course does. `forbidden`: the reason of a 403 where no course opens it. */
export function Refused({ error, byRole = false, forbidden }: { error: CallFailed | undefined; byRole?: boolean; forbidden?: string }) {
  const t = useTexts('shell')
  const ownText =
    !error || ['forbidden', 'invalid'].includes(error.problem.code) ? undefined : translateIfPresent('errors', error.problem.code)
  const wayOn = (look: 'primary' | 'secondary') => (
    <Link to={byRole ? paths.home() : paths.courses()} className={buttonLook(look)}>
      {t(byRole ? 'toHome' : 'toCourses')}
    </Link>
  )
  if (error?.status === 403) return <Forbidden text={ownText ?? forbidden ?? t(byRole ? 'rightMissing' : 'forbiddenText')} wayOn={wayOn} />
  return (
    <NoPermission title={t('thingNotFound')} icon={SearchX} text={ownText ?? t('notFoundText')}>
      {wayOn('secondary')}
    </NoPermission>
  )
}
