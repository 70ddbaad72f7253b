// A password: native, so that password managers know it, with a button that shows it. Never trimmed, never kept in a draft.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTexts } from '../i18n.ts'
import { TextField } from './field.tsx'
import { IconButton } from './icon-button.tsx'

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>) {
  const t = useTexts('ui')
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type="password"
      reveal={shown}
      trailing={
        <IconButton label={t(shown ? 'hidePassword' : 'showPassword')} icon={shown ? EyeOff : Eye} onClick={() => setShown(!shown)} />
      }
    />
  )
}
