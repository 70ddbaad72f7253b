// The notice for 403 and 404 of an object (and 400, an address without a valid id): the reason and a way on, never the owner.
import { SearchX } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { CallFailed } from '../../client.ts'
import { translateIfPresent, useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { buttonLook } from '../../ui/button.tsx'
import { NoPermission } from '../../ui/states.tsx'

/** Without an error: no object stands at the address. */
export function Refused({ error }: { error: CallFailed | undefined }) {
  const t = useTexts('shell')
  const notFound = error?.status !== 403
  const ownText =
    !error || ['forbidden', 'invalid'].includes(error.problem.code) ? undefined : translateIfPresent('errors', error.problem.code)
  return (
    <NoPermission
      title={t(notFound ? 'thingNotFound' : 'forbidden')}
      icon={notFound ? SearchX : undefined}
      text={ownText ?? t(notFound ? 'notFoundText' : 'forbiddenText')}
    >
      <Link to={paths.courses()} className={buttonLook('secondary')}>
        {t('toCourses')}
      </Link>
    </NoPermission>
  )
}
