// The notice for 403 and 404 of an object (and 400, an address without a valid id): the reason and a way on, never the owner. A refusal comes
// as a popup first; closed, it stands on the page.
import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { CallFailed } from '../../client.ts'
import { translateIfPresent, useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NoPermission } from '../../ui/states.tsx'

/** Without an error: no object stands at the address. */
export function Refused({ error }: { error: CallFailed | undefined }) {
  const t = useTexts('shell')
  const ui = useTexts('ui')
  const notFound = error?.status !== 403
  const [closed, setClosed] = useState(false)
  const ownText =
    !error || ['forbidden', 'invalid'].includes(error.problem.code) ? undefined : translateIfPresent('errors', error.problem.code)
  const title = t(notFound ? 'thingNotFound' : 'forbidden')
  const text = ownText ?? t(notFound ? 'notFoundText' : 'forbiddenText')
  const wayOn = (look: 'primary' | 'secondary') => (
    <Link to={paths.courses()} className={buttonLook(look)}>
      {t('toCourses')}
    </Link>
  )
  if (!notFound && !closed)
    return (
      <Dialog
        open
        width={416}
        title={title}
        description={text}
        onClose={() => setClosed(true)}
        footer={
          <>
            <Button onClick={() => setClosed(true)}>{ui('close')}</Button>
            {wayOn('primary')}
          </>
        }
      />
    )
  return (
    <NoPermission title={title} icon={notFound ? SearchX : undefined} text={text}>
      {wayOn('secondary')}
    </NoPermission>
  )
}
