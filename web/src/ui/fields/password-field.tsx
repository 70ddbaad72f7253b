// A password field: native, so that password managers recognise it, with a button that shows the password. Never trimmed or stored in a draft.
import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { TextField } from './field.tsx'
import { IconButton } from '../icon-button.tsx'

export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>) {
  const t = useTexts('ui')
  const [isVisible, setVisible] = useState(false)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type="password"
      reveal={isVisible}
      trailing={
        <IconButton
          label={t(isVisible ? 'hidePassword' : 'showPassword')}
          icon={isVisible ? EyeOff : Eye}
          onClick={() => setVisible(!isVisible)}
        />
      }
    />
  )
}
