// Exhibits of QR codes.
import { QrCode } from '../../ui/marks/qr-code.tsx'
import { exhibit } from '../exhibit.ts'

export default exhibit({
  small: <QrCode text="https://learn.aldermoor.example/j?p=eyJ2IjoxfQ" label="QR code for joining Marine Biology" className="w-32" />,
  large: <QrCode text="https://learn.aldermoor.example/j?p=eyJ2IjoxfQ" label="QR code for joining Marine Biology" className="w-96" />,
})
