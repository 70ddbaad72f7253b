// In place of a page of the management, for those who may not open it.
import { Link } from 'react-router-dom'
import { useTexts } from '../../../i18n.ts'
import { paths } from '../../../paths.ts'
import { useMe } from '../../../session/session.ts'
import { buttonLook } from '../../../ui/button.tsx'
import { PageTitle } from '../page/page-title.tsx'
import { Forbidden } from './forbidden.tsx'

export function ManagersOnly({ title }: { title: string }) {
  const t = useTexts('management')
  const shellText = useTexts('shell')
  const me = useMe()
  return (
    <div className="px-4">
      <PageTitle title={title} hidden />
      <Forbidden
        text={t(me.manages ? 'notForRole' : 'managersOnly')}
        wayOn={(look) => (
          <Link to={paths.home()} className={buttonLook(look)}>
            {shellText('toHome')}
          </Link>
        )}
      />
    </div>
  )
}
