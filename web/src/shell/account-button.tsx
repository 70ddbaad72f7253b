// The avatar button of the account menu; the menu's code loads with the first hover.
import { useTexts } from '../i18n.ts'
import { useMe } from '../session/session.ts'
import { classes } from '../ui/class-names.ts'
import { LoadedTrigger, onceLoaded, type Trigger } from '../ui/menus/loaded-trigger.tsx'

const menu = onceLoaded(() => import('./account-menu.tsx'))

export function AccountButton({ className }: { className?: string }) {
  const t = useTexts('shell')
  const me = useMe()
  const trigger: Trigger = {
    kind: 'avatar',
    props: { label: t('account', { name: me.name }), person: me.id, name: me.name, src: me.avatar_big_url },
  }
  return (
    <span className={classes('inline-flex', className)}>
      <LoadedTrigger trigger={trigger} opens="menu" load={menu.load}>
        {() => menu.component && <menu.component trigger={trigger} />}
      </LoadedTrigger>
    </span>
  )
}
