/** OAuth scopes of the service. */

export const tasksScope = 'https://www.googleapis.com/auth/tasks';
export const tasksReadOnlyScope = `${tasksScope}.readonly`;
