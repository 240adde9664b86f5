import { createApp } from 'vue';
import 'limber/viewer';
import App from './App.vue';

createApp(App).mount('#app');
