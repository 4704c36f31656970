import { json, lost, never } from '../answers.ts';
import type { State } from './state.ts';
import { heading, text, nobody, unrenewed } from './state.ts';

/** The states without a signed-in person. */
export const signedOutStates: Readonly<Record<string, State>> = {
  starting: {
    hasCookie: true,
    answers: { 'GET /api/auth/me': never, 'GET /api/auth/providers': never },
    shows: (page) => page.locator('main[aria-busy=true] > .ruled'),
  },
  'sign-in options under way': {
    answers: { ...nobody, 'GET /api/auth/providers': never },
    shows: text('Loading the sign-in options'),
  },
  'signed out': { shows: (page) => page.getByRole('link', { name: /^Continue with/ }) },
  'not configured': {
    answers: { 'GET /api/auth/providers': json({ enabled: false, providers: [] }) },
    shows: heading('Sign-in is not configured'),
  },
  'providers unreachable': {
    answers: { 'GET /api/auth/providers': lost },
    shows: heading('The sign-in options could not be loaded'),
  },
  'sign-in cancelled': { address: '/?signin=cancelled', shows: heading('Sign-in was cancelled') },
  'sign-in failed': { address: '/?signin=failed', shows: heading('Sign-in did not work') },
  'sign-in later': {
    address: '/?signin=later',
    shows: heading('Sign-in is not possible just now'),
  },
  'service unreachable': {
    hasCookie: true,
    answers: { 'GET /api/auth/me': lost },
    shows: heading('The service cannot be reached'),
  },
  'sign-in not renewed': {
    hasCookie: true,
    answers: { 'GET /api/auth/me': unrenewed },
    shows: heading('Your sign-in cannot be renewed'),
  },
  'the person in an unknown form': {
    hasCookie: true,
    answers: { 'GET /api/auth/me': json({ email: 7 }) },
    shows: heading(/^This page does not understand/),
  },
};
