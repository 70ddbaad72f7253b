import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const inFrame = /\/i18n\/([\w-]+)\/(?:ui|shell|errors)\.json$/
const vendor = /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack|i18next|react-i18next|jotai|cookie|set-cookie-parser)\//

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    target: ['chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 2048,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // The frame's texts of one language arrive in one file; libraries keep their address from release to release.
            { name: (id: string) => { const locale = inFrame.exec(id)?.[1]; return locale ? `texts-${locale}` : null } },
            { name: 'vendor', test: vendor, priority: 10 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': 'http://localhost:8080', '/d/': 'http://localhost:8080', '/bytes': 'http://localhost:8081' } },
})
