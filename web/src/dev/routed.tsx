// An address around an exhibit: a router that can be held, as the product's is, for what asks before it is left.
import { createContext, type ReactNode, useContext, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'

const Shown = createContext<ReactNode>(null)
const ShownHere = () => useContext(Shown)

export function Routed({ at = '/', children }: { at?: string; children: ReactNode }) {
  const [router] = useState(() => createMemoryRouter([{ path: '*', Component: ShownHere }], { initialEntries: [at] }))
  return (
    <Shown value={children}>
      <RouterProvider router={router} />
    </Shown>
  )
}
