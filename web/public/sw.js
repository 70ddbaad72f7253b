// The worker of push messages: shows them, and opens what they are about in a tab that is open already. It keeps nothing and answers no
// request of the page.
self.addEventListener('push', (event) => {
  let message
  try {
    message = event.data.json()
  } catch {
    return
  }
  const { title, body, open, tag } = message
  if (typeof title !== 'string') return
  event.waitUntil(self.registration.showNotification(title, { ...(typeof body === 'string' && { body }), tag, icon: '/glyph.svg', badge: '/glyph.svg', data: { open } }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { open } = event.notification.data ?? {}
  // of our own page alone
  const address = new URL(typeof open === 'string' && /^\/(?!\/)/.test(open) ? open : '/user/notifications', self.location.origin)
  event.waitUntil(
    (async () => {
      const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
      const shown = windows.find((client) => new URL(client.url).origin === address.origin)
      if (shown) {
        await shown.focus()
        await shown.navigate(address.href).catch(() => self.clients.openWindow(address.href))
      } else await self.clients.openWindow(address.href)
    })(),
  )
})
