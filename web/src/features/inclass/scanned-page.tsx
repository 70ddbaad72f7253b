// /inclass/courses/{id}#/r/{qr}: the address in the QR code of a roll call. It leads to class mode, which claims by the code; the code leaves the
// address, so that no reload and no copied link claims again.
import { Navigate, useParams } from 'react-router-dom'
import { paths } from '../../paths.ts'

export default function ScannedPage() {
  const { id = '', qr = '' } = useParams()
  return <Navigate to={paths.classMode(id)} replace state={{ qr }} />
}
