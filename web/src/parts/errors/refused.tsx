// 403 and 404 of a thing (and 400: an address that can mean none): what happened and the way on, never whose it is.
import { SearchX } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { CallFailed } from '../../client.ts'
import { sayIfKnown, useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { buttonLook } from '../../ui/button.tsx'
import { NoPermission } from '../../ui/states.tsx'

/** Without an error: the thing is not where the address says. */
export function Refused({ error }: { error: CallFailed | undefined }) {
  const t = useTexts('shell')
  const gone = error?.status !== 403
  const own = !error || ['forbidden', 'invalid'].includes(error.problem.code) ? undefined : sayIfKnown('errors', error.problem.code)
  return (
    <NoPermission
      title={t(gone ? 'thingNotFound' : 'forbidden')}
      icon={gone ? SearchX : undefined}
      text={own ?? t(gone ? 'notFoundText' : 'forbiddenText')}
    >
      <Link to={paths.courses()} className={buttonLook('secondary')}>
        {t('toCourses')}
      </Link>
    </NoPermission>
  )
}
