import '../ui/styles/tokens.css'
import '../ui/styles/fonts.css'
import '../ui/styles/base.css'
import './styles/admin.css'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { adminRoutes } from './admin-routes.tsx'

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<RouterProvider router={createBrowserRouter(adminRoutes)} />)
